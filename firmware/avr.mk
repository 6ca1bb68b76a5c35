# The sketch for real boards, by Debian's arduino-builder: it runs the recipes of the same
# platform.txt that arduino-cli runs. `make -f avr.mk uno` leaves build/uno/servo_arm.ino.elf and .hex.
# FLAGS adds compiler flags, e.g. FLAGS=-DSERVOARM_BAUD=1000000 NAME=uno-1M.
FQBN_uno = arduino:avr:uno
FQBN_nano = arduino:avr:nano:cpu=atmega328
FQBN_nano-old = arduino:avr:nano:cpu=atmega328old
FQBN_mega = arduino:avr:mega:cpu=atmega2560
FQBN_leonardo = arduino:avr:leonardo
BOARDS = uno nano nano-old mega leonardo

ARDUINO_DATA ?= /usr/share/arduino
SKETCH ?= servo_arm/servo_arm.ino
# avr-libc's <float.h> of this avr-gcc lacks DECIMAL_DIG, which the core's Print.cpp wants.
COMPILER_FLAGS = -DDECIMAL_DIG=__DECIMAL_DIG__ $(FLAGS)
SOURCES = $(shell find $(dir $(SKETCH)) -name '*.ino' -o -name '*.cpp' -o -name '*.h')

all: $(BOARDS)
$(foreach board,$(BOARDS),$(eval $(board): build/$(or $(NAME),$(board))/$(notdir $(SKETCH)).elf))

# One pattern for every board: the board's name is the goal, NAME the folder where it goes.
BOARD ?= $(firstword $(filter $(BOARDS),$(MAKECMDGOALS)) uno)
build/%/$(notdir $(SKETCH)).elf: $(SOURCES) avr.mk
	@mkdir -p build/$*
	arduino-builder -compile -quiet -warnings all \
		-hardware /usr/share/arduino-builder -hardware $(ARDUINO_DATA)/hardware \
		-tools /usr/bin -fqbn $(or $(FQBN_$*),$(FQBN_$(BOARD))) \
		-prefs "compiler.cpp.extra_flags=$(COMPILER_FLAGS)" \
		-build-path $(CURDIR)/build/$* $(SKETCH)

BOARD_FILES = servo_arm/servo_arm.ino $(wildcard servo_arm/src/board/*)
CLANG_FORMAT ?= clang-format
lint:
	$(CLANG_FORMAT) --dry-run --Werror $(BOARD_FILES)
	cppcheck --quiet --std=c++11 --language=c++ --enable=warning,style,performance,portability \
		--suppress=missingIncludeSystem --suppress=noConstructor --error-exitcode=1 \
		-D__AVR__ -D__AVR_ATmega328P__ $(BOARD_FILES)

.PHONY: all lint $(BOARDS)
.SUFFIXES:
