import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { FieldRow, formatDateTime, Icon } from '@crossdock/admin/kit'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { maxValue, minValue, required, useTranslate } from 'ra-core'
import { useState } from 'react'
import { NumberInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { CommandForm } from './command_form.js'

/** Schedule and retries of a command; collapsed, with a summary. */
export function ScheduleFields() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.form.${key}`, values)
  const [isOpen, setOpen] = useState(false)
  const form = useWatch<CommandForm>()
  const when = form.scheduledFor
    ? text('later', { time: formatDateTime(form.scheduledFor) })
    : text('now')
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
          {text('moreFacts', {
            when,
            priority: form.priority ?? '–',
            smart_count: form.maxRetries ?? 0,
          })}
        </Typography>
      </ButtonBase>
      {/* Collapsed fields stay in the form, so their values are sent. */}
      <Box sx={{ display: isOpen ? 'flex' : 'none', flexDirection: 'column', gap: 2, pt: 1.5 }}>
        <TextInput source="scheduledFor" label={text('scheduledFor')} type="datetime-local" />
        <FieldRow>
          <NumberInput
            source="priority"
            label={text('priority')}
            helperText={text('priorityHint')}
            validate={[required(), minValue(1), maxValue(10)]}
          />
          <NumberInput
            source="maxRetries"
            label={text('retries')}
            validate={[required(), minValue(0), maxValue(10)]}
          />
        </FieldRow>
      </Box>
    </Box>
  )
}
