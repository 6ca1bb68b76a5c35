// The firmware without the board: bytes and servo frames in, bytes and pulse widths out.
// PROTOCOL.md is its contract.
//
// No part has a constructor: a Core is a static object or `Core core{}`, all zeros, which an AVR's
// start-up code makes anyway.
//
// The board calls start() once on a fresh Core, then receive() for every byte and frame() once a
// servo frame. There is no clock: time is frames, frame_us() each. All calls belong to one thread
// of control, but next_byte() may interrupt the others.
#pragma once

#include <stdint.h>

#include "commands.h"
#include "line_reader.h"
#include "motion.h"
#include "reply.h"
#include "session.h"
#include "settings.h"
#include "settings_store.h"

namespace servoarm {

enum class ResetReason : uint8_t { power, brownout, watchdog, button, unknown };

class Core {
public:
    // After a reset, on zeroed memory: takes the stored settings and prints the banner.
    void start(const Board &board, ResetReason reason, ReadStored read);

    void receive(uint8_t byte);
    // The receiver lost bytes before the next one.
    void overrun();
    // Bytes were lost to the stop or relax received last, for it overtook them; `cut_line`: the
    // last of them did not end a line, so that what follows is the rest of one.
    void overtaken(bool cut_line);
    // Once a servo frame; then pulse_ticks() are the widths of the next pulses.
    void frame();

    // Ticks of 0.5 us, 0 for no pulse. Both channels always belong to one command.
    uint16_t pulse_ticks(uint8_t channel) const;
    // The next outgoing byte, or -1.
    int16_t next_byte() { return reply_.next_byte(); }
    uint16_t frame_us() const { return settings_.frame_us(); }

    // While store_wanted(), the board stores stored_byte(0 .. SLOT_SIZE - 1) from store_address()
    // on, then calls stored(), or not_stored() where it cannot. Settings do not change meanwhile.
    bool store_wanted() const { return storing_; }
    uint8_t store_address() const { return store_.address(); }
    uint8_t stored_byte(uint8_t index) const { return store_.byte(settings_, index); }
    void stored();
    void not_stored() { storing_ = false; }

    State state() const { return motion_.state(); }
    const Motion &motion() const { return motion_; }
    const Settings &settings() const { return settings_; }

private:
    // Places of values in the settings.
    struct Span {
        uint8_t first;
        uint8_t count;
    };

    // core.cpp: whose line it is, and whether it counts
    void take_line();
    Error admit(const Command &command, Error &error);
    void refuse_line(Error error);
    void obey(Command &command, Error error);
    void obey_realtime(uint8_t byte);
    void report_state();
    void send_status();

    // verbs.cpp: what each verb does. An error means that nothing changed.
    static Span span(const Command &command);
    static Error check_framed_hello(const Command &command);
    Error perform(Command &command);
    Error move(const Command &command);
    Error set(Command &command);
    Error may_change_settings() const;
    void settings_changed();
    Error restore_defaults();
    Error save();

    // answers.cpp: what each line says
    void confirm(const Command &command);
    void refuse(Error error);
    void write_answer(const Command &command);
    void write_entry(const char *texts, uint8_t index);
    void write_identity();
    void write_reset();
    void write_hello();
    void write_status();
    void write_settings(const Command &command);
    uint8_t flags() const;
    To everyone() const { return session_.strict() ? To::host : To::typist; }

    Board board_;
    Settings settings_;
    SettingsStore store_;
    LineReader reader_;
    Reply reply_;
    Session session_;
    Motion motion_;
    ResetReason reset_reason_;
    Source source_;
    State reported_;    // the state last told
    bool status_asked_; // by a realtime byte, and not told since
    To to_;             // who gets the answer to this line
    uint16_t sequence_;
    bool unsaved_;
    bool storing_;
    uint16_t bad_lines_;
    uint16_t overruns_;
};

} // namespace servoarm
