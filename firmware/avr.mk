# The sketch for real boards, by Debian's arduino-builder: it runs the recipes of the same
# platform.txt that arduino-cli runs. `make -f avr.mk uno` leaves build/uno/servo_arm.ino.elf and .hex.
# FLAGS adds compiler flags, e.g. FLAGS=-DSERVOARM_BAUD=1000000 NAME=uno-1M.
# COMPILER is the folder of another avr-gcc than Debian's, e.g. COMPILER=/opt/avr/bin NAME=uno-7.3.
FQBN_uno = arduino:avr:uno
FQBN_nano = arduino:avr:nano:cpu=atmega328
FQBN_nano-old = arduino:avr:nano:cpu=atmega328old
FQBN_mega = arduino:avr:mega:cpu=atmega2560
FQBN_leonardo = arduino:avr:leonardo
BOARDS = uno nano nano-old mega leonardo

ARDUINO_DATA ?= /usr/share/arduino
SKETCH ?= servo_arm/servo_arm.ino
ifdef COMPILER
COMPILER_PREFS = -prefs "compiler.path=$(COMPILER)/"
COMPILER_FLAGS = $(FLAGS)
else
# avr-libc's <float.h> of this avr-gcc lacks DECIMAL_DIG, which the core's Print.cpp wants.
COMPILER_FLAGS = -DDECIMAL_DIG=__DECIMAL_DIG__ $(FLAGS)
endif
# For a Mega this builder links with --relax; arduino-cli, which users have, does not.
LINKER_PREFS = -prefs "compiler.c.elf.extra_flags=-Wl,--no-relax"
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
		$(COMPILER_PREFS) $(LINKER_PREFS) -prefs "compiler.cpp.extra_flags=$(COMPILER_FLAGS)" \
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
