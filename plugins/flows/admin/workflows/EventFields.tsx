import type { EventType } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { errorText, usePermissions, useRead, type KindFormProps } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { AutocompleteArrayInput } from 'react-admin'
import { ListEditor } from './ListEditor.js'
import { useJsonList } from './use_json_list.js'

interface Condition {
  value: string
  operator: string
  other?: string
}

const operators = ['equals', 'not_equals', 'contains', 'greater', 'less', 'exists', 'not_exists']
const mostConditions = 5
const root = 'event.payload.'

/** The events of the log that start the workflow, and the conditions on their content. */
export default function EventFields({ source }: KindFormProps) {
  const translate = useTranslate()
  const { can } = usePermissions()
  const { data = [], error: unread } = useRead<EventType[]>('events/types')
  const text = (key: string, values?: object) => translate(`flows.eventTrigger.${key}`, values)
  const { list, error, add, change, remove } = useJsonList<Condition>(
    `${source}.conditions`,
    (conditions) =>
      conditions.every(({ value }) => value.length > root.length) ? undefined : text('valueNeeded')
  )
  // The rules are those of the server: the caller may read the log and see these events. Events about the progress of
  // runs start no workflow.
  const readable = data.filter(
    ({ name, permission }) => name !== 'flow_progressed' && (!permission || can(permission))
  )
  return (
    <>
      {!can('activity.read') && <Alert severity="warning">{text('noLog')}</Alert>}
      {unread && <Alert severity="warning">{errorText(unread, translate)}</Alert>}
      <AutocompleteArrayInput
        source={`${source}.eventTypes`}
        label={text('events')}
        helperText={text('eventsHint')}
        choices={readable.map(({ name, description }) => ({ id: name, name, description }))}
        validate={required(translate('flows.workflows.form.eventTypesRequired'))}
      />
      <Typography color="textSecondary">{text('hint')}</Typography>
      <ListEditor
        count={list.length}
        label={(number) => text('condition', { number })}
        removeLabel={(number) => text('remove', { number })}
        addLabel={text('add')}
        most={mostConditions}
        error={error}
        onAdd={() => add({ value: root, operator: 'equals' })}
        onRemove={remove}
      >
        {(at) => (
          <OneCondition condition={list[at]!} text={text} onChange={(part) => change(at, part)} />
        )}
      </ListEditor>
    </>
  )
}

interface OneConditionProps {
  condition: Condition
  text: (key: string) => string
  onChange: (part: Partial<Condition>) => void
}

function OneCondition({ condition, text, onChange }: OneConditionProps) {
  const { value, operator, other } = condition
  const compares = !operator.endsWith('exists')
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '2fr 1fr 1fr' } }}>
      <TextField
        label={text('value')}
        helperText={text('valueHint')}
        value={value}
        required
        onChange={(event) => onChange({ value: event.target.value })}
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
      <TextField
        select
        label={text('operator')}
        value={operator}
        onChange={(event) =>
          onChange({
            operator: event.target.value,
            ...(event.target.value.endsWith('exists') ? { other: undefined } : {}),
          })
        }
      >
        {operators.map((one) => (
          <MenuItem key={one} value={one}>
            {text(`operators.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      {compares && (
        <TextField
          label={text('other')}
          value={other ?? ''}
          onChange={(event) => onChange({ other: event.target.value || undefined })}
        />
      )}
    </Box>
  )
}
