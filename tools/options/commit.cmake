# Writes to FILE a header that names the commit of the sources in SOURCES, where it is another than
# before. Run at each build, as a commit changes nothing else that a build looks at.

set(commit unknown)
set(date "")
find_program(GIT git)
# A folder of sources without a repository of its own may lie in another's.
if(GIT AND EXISTS ${SOURCES}/.git)
  execute_process(COMMAND ${GIT} -C ${SOURCES} describe --always --dirty --abbrev=12 --exclude *
                  OUTPUT_VARIABLE named RESULT_VARIABLE failed
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    set(commit ${named})
    execute_process(COMMAND ${GIT} -C ${SOURCES} show -s --format=%cs
                    OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
endif()
file(CONFIGURE OUTPUT ${FILE} CONTENT "#pragma once

#define ISTHMUS_COMMIT \"${commit}\"
#define ISTHMUS_COMMIT_DATE \"${date}\"
")
