import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useApiState, usePermissions, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router-dom'

export const periods = ['hour', 'day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

/** The period and the two filters, all kept in the URL. */
export function MonitoringFilters({ period }: { period: Period }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.monitoring.${key}`)
  const [search, setSearch] = useSearchParams()
  const { can } = usePermissions()
  const live = useApiState((state) => state.live)
  const set = (name: string, value: string | null) =>
    setSearch((now) => {
      if (value) now.set(name, value)
      else now.delete(name)
      return now
    })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={period}
        aria-label={text('period')}
        onChange={(_event, value: Period | null) => value && set('period', value)}
        sx={{ width: { xs: 1, sm: 'auto' }, '& button': { flex: { xs: 1, sm: 'none' } } }}
      >
        {periods.map((one) => (
          <ToggleButton key={one} value={one}>
            {text(`periods.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Choice
        list="integrations/workflows"
        label={text('allWorkflows')}
        value={search.get('workflowId')}
        onChange={(id) => set('workflowId', id)}
      />
      {can('integrations.read') && (
        <Choice
          list="integrations/systems"
          label={text('allSystems')}
          value={search.get('systemId')}
          onChange={(id) => set('systemId', id)}
        />
      )}
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ ml: 'auto', display: { xs: 'none', md: 'block' } }}
      >
        {text(live ? `every.${period}` : 'asked')}
      </Typography>
    </Box>
  )
}

interface Named {
  id: string
  name: string
}

interface ChoiceProps {
  list: string
  label: string
  value: string | null
  onChange: (id: string | null) => void
}

const none: readonly Named[] = []

function Choice({ list, label, value, onChange }: ChoiceProps) {
  const { data = none } = useRead<Named[]>(list, {
    query: { sort: '["name","ASC"]', range: '[0,199]' },
  })
  const chosen = value ? (data.find(({ id }) => id === value) ?? { id: value, name: value }) : null
  return (
    <Autocomplete<Named>
      size="small"
      options={data as Named[]}
      value={chosen}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onChange={(_event, one) => onChange(one?.id ?? null)}
      renderInput={(params) => (
        <TextField
          {...params}
          hiddenLabel
          placeholder={label}
          inputProps={{ ...params.inputProps, 'aria-label': label }}
        />
      )}
      sx={{ width: { xs: 1, sm: 200 } }}
    />
  )
}
