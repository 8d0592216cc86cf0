import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import type { EventType } from '@crossdock/client'
import { FieldRow, Icon, usePermissions, useRead } from '@crossdock/admin/kit'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { maxValue, minValue, required, useTranslate } from 'ra-core'
import { useState } from 'react'
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanInput,
  NumberInput,
  SelectInput,
  TextInput,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { scheduleModes } from '../model.js'
import { BandwidthFields } from './BandwidthFields.js'
import type { ContractForm } from './contract_form.js'

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
  (id) => ({ id, name: id })
)

/** Schedule, deletions and speed of a contract; collapsed, with a summary. */
export function MoreFields() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.form.${key}`, values)
  const [isOpen, setOpen] = useState(false)
  const [mode, deletes, bandwidth] = useWatch<
    ContractForm,
    ['scheduleConfig.mode', 'syncRules.deletes', 'bandwidth']
  >({ name: ['scheduleConfig.mode', 'syncRules.deletes', 'bandwidth'] })
  const facts = [
    text(`mode.${mode}`),
    text(deletes ? 'deletesToo' : 'addsOnly'),
    bandwidth.length > 0 ? text('limits', { smart_count: bandwidth.length }) : text('noLimit'),
  ]
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 1 }}>
      <ButtonBase
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          width: 1,
          gap: 1,
          minHeight: 36,
          justifyContent: 'flex-start',
          textAlign: 'left',
          borderRadius: '8px',
        }}
      >
        <Icon icon={isOpen ? ChevronDown : ChevronRight} />
        <Box component="span" sx={{ fontWeight: 500, flex: 1 }}>
          {text('more')}
        </Box>
        <Typography component="span" variant="body2" color="textSecondary">
          {facts.join(' · ')}
        </Typography>
      </ButtonBase>
      {/* Collapsed fields stay in the form, so their values are sent. */}
      <Box sx={{ display: isOpen ? 'flex' : 'none', flexDirection: 'column', gap: 2.25, pt: 1.5 }}>
        <ScheduleFields />
        <TextInput
          source="syncRules.folders"
          label={text('folders')}
          helperText={text('foldersHint')}
          autoComplete="off"
        />
        <BooleanInput
          source="syncRules.deletes"
          label={text('deletes')}
          helperText={text('deletesHint')}
        />
        <FieldRow>
          <NumberInput
            source="syncRules.maxDeletions"
            label={text('maxDeletions')}
            helperText={text('brakeHint')}
            validate={[minValue(1), maxValue(10_000_000)]}
          />
          <NumberInput
            source="syncRules.maxDeletionPercent"
            label={text('maxDeletionPercent')}
            validate={[required(text('percentNeeded')), minValue(0), maxValue(100)]}
          />
        </FieldRow>
        <BandwidthFields />
      </Box>
    </Box>
  )
}

function ScheduleFields() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.form.${key}`, values)
  const mode = useWatch<ContractForm, 'scheduleConfig.mode'>({ name: 'scheduleConfig.mode' })
  const { can } = usePermissions()
  const { data: types = [] } = useRead<EventType[]>('events/types', {
    enabled: can('activity.read'),
  })
  return (
    <>
      <FieldRow>
        <SelectInput
          source="scheduleConfig.mode"
          label={<span>{text('schedule')}</span>}
          choices={scheduleModes.map((id) => ({ id, name: text(`mode.${id}`) }))}
          helperText={text(`modeHint.${mode}`)}
          validate={required()}
        />
        <AutocompleteArrayInput
          source="scheduleConfig.events"
          label={text('events')}
          helperText={text('eventsHint')}
          choices={types.map(({ name }) => ({ id: name, name }))}
          disabled={!can('activity.read')}
        />
      </FieldRow>
      {mode === 'schedule' && (
        <FieldRow>
          <TextInput
            source="scheduleConfig.cron"
            label={text('cron')}
            helperText={text('cronHint')}
            validate={required(text('cronNeeded'))}
            autoComplete="off"
            spellCheck={false}
          />
          <AutocompleteInput
            source="scheduleConfig.timezone"
            label={text('timezone')}
            choices={zones}
          />
        </FieldRow>
      )}
    </>
  )
}
