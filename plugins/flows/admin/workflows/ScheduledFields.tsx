import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { KindFormProps } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { AutocompleteInput, SelectInput, TextInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { NextRuns } from './NextRuns.js'
import { useScheduleTimes } from './use_schedule_times.js'

/** Common schedules; any other cron expression can be typed. */
const presets = {
  hour: '0 * * * *',
  day: '0 6 * * *',
  weekdays: '45 6 * * 1-5',
  month: '0 6 1 * *',
}

/** The browser's list does not include UTC. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
  (id) => ({ id, name: id })
)
const overlaps = ['queue', 'skip', 'cancel_oldest']
const misses = ['skip', 'one', 'all']

/** The schedule of the workflow, and the handling of overlapping and missed runs. */
export default function ScheduledFields({ source }: KindFormProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.workflows.form.schedule.${key}`)
  const { setValue } = useFormContext()
  const [schedule, timeZone] = useWatch({
    name: [`${source}.schedule`, `${source}.timeZone`],
  }) as [string | undefined, string | undefined]
  const cron = (schedule ?? '').trim()
  const asked = useScheduleTimes(cron, timeZone || 'UTC')
  const preset = Object.entries(presets).find(([, value]) => value === cron)?.[0]
  const choices = (group: string, names: string[]) =>
    names.map((id) => ({ id, name: text(`${group}.${id}`) }))
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={text('when')}
        value={preset ?? 'own'}
        onChange={(_, chosen: keyof typeof presets | 'own' | null) => {
          if (!chosen) return
          const value = chosen === 'own' ? '' : presets[chosen]
          setValue(`${source}.schedule`, value, { shouldDirty: true, shouldValidate: value !== '' })
        }}
        sx={{ flexWrap: 'wrap' }}
      >
        {[...Object.keys(presets), 'own'].map((name) => (
          <ToggleButton key={name} value={name}>
            {text(`preset.${name}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <TextInput
          source={`${source}.schedule`}
          label={text('cron')}
          helperText={asked.sentence ?? text('cronHint')}
          validate={required(text('cronRequired'))}
          autoComplete="off"
          spellCheck={false}
        />
        <AutocompleteInput
          source={`${source}.timeZone`}
          label={text('timeZone')}
          choices={zones}
          defaultValue="UTC"
        />
      </Box>
      <SelectInput
        source={`${source}.overlap`}
        label={text('overlap.label')}
        choices={choices('overlap', overlaps)}
        defaultValue="queue"
      />
      <SelectInput
        source={`${source}.missed`}
        label={text('missed.label')}
        choices={choices('missed', misses)}
        helperText={text('missed.hint')}
        defaultValue="one"
      />
      <NextRuns asked={asked} />
    </>
  )
}
