// The small scene that check-plugin tries components on, for tests of plugins.
#pragma once

#include "core/plugin/smoke_scene.hpp"
