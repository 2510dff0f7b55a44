#!/bin/sh
# The command line on an installed table. As root it acts as the table's own user on the table's own data, so that no file
# there ever belongs to somebody else.
if [ "$(id -u)" = 0 ]; then
    exec runuser -u knobeltisch -- env STATE_DIRECTORY=/var/lib/knobeltisch /opt/knobeltisch/bin/knobeltisch "$@"
fi
exec /opt/knobeltisch/bin/knobeltisch "$@"
