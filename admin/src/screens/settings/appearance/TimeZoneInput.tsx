import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { formatDateTime, setTimeZone } from '@crossdock/admin/kit'
import { useRemoveFromStore, useStore, useTranslate } from 'ra-core'
import { useMemo, useSyncExternalStore } from 'react'
import { everyMinute } from '../../../kit/minute.js'

const key = 'preferences.timeZone'
/** As the browser has it. */
const own = ''

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A zone chosen elsewhere by a name this browser does not list is offered, too. */
const zonesWith = (chosen: string) => [
  ...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone'), chosen]),
]

/** The time zone times are written in: that of the browser, or one that goes along wherever one signs in. */
export function TimeZoneInput() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`settings.language.${key}`, values)
  const [chosen = own, setChosen] = useStore<string>(key)
  const forget = useRemoveFromStore(key)
  const now = useNow()
  const zones = useMemo(() => zonesWith(chosen), [chosen])
  // This is drawn before the frame around it.
  setTimeZone(chosen || undefined)
  return (
    <Autocomplete
      disableClearable
      autoHighlight
      options={zones}
      value={chosen}
      getOptionLabel={(zone) => (zone === own ? text('ofBrowser', { zone: ownZone() }) : zone)}
      noOptionsText={text('noZone')}
      onChange={(_event, zone) => (zone === own ? forget() : setChosen(zone))}
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
