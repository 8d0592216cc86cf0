import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { formatDateTime, setTimeZone } from '@crossdock/admin/kit'
import { useRemoveFromStore, useStore, useTranslate } from 'ra-core'
import { useMemo, useSyncExternalStore } from 'react'
import { everyMinute } from '../../../kit/minute.js'

const key = 'preferences.timeZone'
/** The browser's time zone. */
const browserZone = ''

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Includes the chosen zone, even if this browser does not list it. */
const zonesWith = (chosen: string) => [
  ...new Set([browserZone, 'UTC', ...Intl.supportedValuesOf('timeZone'), chosen]),
]

/** The time zone of displayed times: the browser's, or one that is kept for the person. */
export function TimeZoneInput() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`settings.language.${key}`, values)
  const [chosen = browserZone, setChosen] = useStore<string>(key)
  const forget = useRemoveFromStore(key)
  const now = useNow()
  const zones = useMemo(() => zonesWith(chosen), [chosen])
  // This component renders before the shell around it.
  setTimeZone(chosen || undefined)
  return (
    <Autocomplete
      disableClearable
      autoHighlight
      options={zones}
      value={chosen}
      getOptionLabel={(zone) =>
        zone === browserZone ? text('ofBrowser', { zone: ownZone() }) : zone
      }
      noOptionsText={text('noZone')}
      onChange={(_event, zone) => (zone === browserZone ? forget() : setChosen(zone))}
      renderInput={(props) => (
        <TextField
          {...props}
          label={text('timeZone')}
          helperText={text('example', { time: formatDateTime(new Date(now)) })}
        />
      )}
    />
  )
}

const minute = () => Math.floor(Date.now() / 60_000)
const useNow = () => useSyncExternalStore(everyMinute, minute) * 60_000
