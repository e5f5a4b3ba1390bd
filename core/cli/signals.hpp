/// \file signals.hpp  What the program does with the system's signals.
#pragma once

#include <atomic>

namespace tactus::cli {

/// A file that grows beyond the limit of its size (SIGXFSZ) is an error of its writer, in words, instead
/// of the end of the program. For every command.
void make_file_limits_errors();

/// From here on a request to stop only sets the flag that is returned: the run then writes a checkpoint
/// and ends. Such requests are Ctrl-C (SIGINT) and what batch systems send before they end a job: SIGTERM,
/// SIGXCPU, SIGUSR1, and SIGHUP unless it is ignored ("nohup"). A second Ctrl-C ends the program; the others
/// may come as often as they like, as some batch systems repeat them. A reader of the program's words that
/// goes away (SIGPIPE) does not end the run.
const std::atomic<bool>& stop_on_signals();

}  // namespace tactus::cli
