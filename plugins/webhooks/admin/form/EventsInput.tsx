import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import { ErrorState, RowsSkeleton, SearchField } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { everyEvent, receivesAllEvents } from '../model.js'
import { code } from '../pieces/text_style.js'
import { matching, useEventTypes, useGroups } from '../pieces/use_event_types.js'
import type { WebhookForm } from './webhook_form.js'

/** Selects all events, or some by search and by area. */
export function EventsInput() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.form.${key}`, values)
  const id = useId()
  const types = useEventTypes()
  const [search, setSearch] = useState('')
  const { field, fieldState } = useController<WebhookForm, 'eventTypes'>({
    name: 'eventTypes',
    rules: { validate: (chosen) => chosen.length > 0 || text('eventsNeeded') },
  })
  const isAll = receivesAllEvents({ eventTypes: field.value })
  const toggle = (name: string) =>
    field.onChange(
      field.value.includes(name)
        ? field.value.filter((one) => one !== name)
        : [...field.value, name]
    )
  const shown = matching(types.data ?? [], search)
  const groups = useGroups(shown)
  const { error } = fieldState
  return (
    <Box role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`}>
      <Typography id={`${id}-label`} variant="body2" sx={{ fontWeight: 500 }}>
        {text('events')}
      </Typography>
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={isAll}
            onChange={() => field.onChange(isAll ? [] : everyEvent)}
          />
        }
        label={text('allEvents')}
        sx={{ display: 'flex', my: 0.5 }}
      />
      {!isAll && (
        <>
          <SearchField placeholder={text('searchEvents')} value={search} onChange={setSearch} />
          <Box
            ref={field.ref}
            tabIndex={-1}
            sx={{
              border: 1,
              borderRadius: '8px',
              px: 1.5,
              py: 1,
              mt: 1,
              maxHeight: 264,
              overflowY: 'auto',
              borderColor: error ? 'error.main' : 'divider',
            }}
          >
            {types.isPending ? (
              <RowsSkeleton rows={3} />
            ) : types.error ? (
              <ErrorState plain error={types.error} onRetry={() => void types.refetch()} />
            ) : (
              groups.map(({ name: group, some }) => (
                <Box
                  key={group}
                  component="fieldset"
                  sx={{ border: 0, m: 0, p: 0, minWidth: 0, '& + &': { mt: 1 } }}
                >
                  <Typography
                    component="legend"
                    variant="caption"
                    color="textSecondary"
                    sx={{ p: 0, fontWeight: 600 }}
                  >
                    {group}
                  </Typography>
                  {some.map(({ name, description }) => (
                    <FormControlLabel
                      key={name}
                      sx={{ display: 'flex', alignItems: 'flex-start', mr: 0 }}
                      control={
                        <Checkbox
                          size="small"
                          checked={field.value.includes(name)}
                          onChange={() => toggle(name)}
                          sx={{ py: 0.5 }}
                        />
                      }
                      label={
                        <Box sx={{ py: 0.5, minWidth: 0 }}>
                          <Box component="span" sx={code}>
                            {name}
                          </Box>
                          <Typography variant="caption" color="textSecondary" component="div">
                            {description}
                          </Typography>
                        </Box>
                      }
                    />
                  ))}
                </Box>
              ))
            )}
            {types.data && shown.length === 0 && (
              <Typography color="textSecondary" role="status">
                {text('noEvents', { search })}
              </Typography>
            )}
          </Box>
        </>
      )}
      <FormHelperText id={`${id}-help`} error={Boolean(error)}>
        {error?.message ??
          (isAll ? (
            text('allEventsHint')
          ) : (
            <>
              {text('eventCount', { smart_count: field.value.length })}{' '}
              <Box component="span" sx={code}>
                {field.value.join(', ')}
              </Box>
            </>
          ))}
      </FormHelperText>
    </Box>
  )
}
