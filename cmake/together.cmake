# Files that are compiled together: most of the time of a small file goes into the headers that it
# shares with its neighbours, so a build from nothing takes half of the time.
option(TACTUS_TOGETHER "Compile small files of a folder together; OFF lists every file for editors" ON)

# tactus_compile_together(TARGET SIZE FOLDER...): the target's sources of each folder are compiled in
# units of up to SIZE files. A name in an anonymous namespace is then one
# for all files of a folder.
function(tactus_compile_together target size)
  if(NOT TACTUS_TOGETHER)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(folder IN LISTS ARGN)
    set(count 0)
    get_filename_component(place "${folder}" ABSOLUTE)
    string(REGEX REPLACE "^[.]$" "all" room "${folder}")
    foreach(source IN LISTS sources)
      cmake_path(ABSOLUTE_PATH source NORMALIZE)
      cmake_path(GET source PARENT_PATH parent)
      if(parent STREQUAL place)
        math(EXPR unit "${count} / ${size}")
        math(EXPR count "${count} + 1")
        string(REPLACE "/" "_" name "${room}_${unit}")
        set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${name})
      endif()
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# tactus_compile_in_units(TARGET SIZE): all of the target's sources, of whatever folder, are compiled in units of up to
# SIZE files, except those with flags of their own.
function(tactus_compile_in_units target size)
  if(TACTUS_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
  endif()
endfunction()

# tactus_precompile(TARGET HEADER...): the target's sources begin with these headers, which are read once.
# tactus_precompile_as(TARGET OWNER): the same with the headers of OWNER, which is compiled with the same
# flags. Only headers of others are precompiled: an edit of one of our own rebuilds only what includes it.
# Every source includes what it uses all the same: with TACTUS_TOGETHER=OFF nothing is precompiled.
function(tactus_precompile target)
  if(TACTUS_TOGETHER)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    tactus_precompile_with_ccache(${target})
    # gcc takes precompiled headers of the system for ours, and warns, wrongly, of what it inlines from them.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
    endif()
  endif()
endfunction()

function(tactus_precompile_as target owner)
  if(TACTUS_TOGETHER)
    target_precompile_headers(${target} REUSE_FROM ${owner})
    tactus_precompile_with_ccache(${target})
  endif()
endfunction()

# ccache keeps results with precompiled headers only with this flag of gcc (its manual says so).
function(tactus_precompile_with_ccache target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND "${CMAKE_CXX_COMPILER_LAUNCHER}" MATCHES "ccache")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
endfunction()
