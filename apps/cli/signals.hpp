/// \file signals.hpp  How the program handles signals.
#pragma once

#include <atomic>

namespace tactus::cli {

/// Makes SIGXFSZ an ordinary error: exceeding the limit of a file's size then gives an error
/// message instead of ending the program. Applies to every command.
void make_file_limits_errors();

/// From here on a request to stop only sets the returned flag; the run then writes a checkpoint and
/// ends. Such requests are Ctrl-C (SIGINT) and the signals that batch systems send before they end
/// a job: SIGTERM, SIGXCPU, SIGUSR1, and SIGHUP unless it is ignored ("nohup"). A second Ctrl-C
/// ends the program. The other signals may be repeated, as some batch systems do. A reader of the
/// output that goes away (SIGPIPE) does not end the run.
const std::atomic<bool>& stop_on_signals();

}  // namespace tactus::cli
