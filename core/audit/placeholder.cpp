#include "core/audit/audit.hpp"
