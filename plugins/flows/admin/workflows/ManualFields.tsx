import type { InputField } from '@crossdock/client'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { KindFormProps } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { ListEditor } from './ListEditor.js'
import { inputTypes } from './model.js'
import { useJsonList } from './use_json_list.js'

const mostFields = 50
const nameShape = /^[A-Za-z_]\w{0,63}$/

/** The inputs that people are asked for when they start the workflow. */
export default function ManualFields({ source }: KindFormProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.input.${key}`, values)
  const { list, error, add, change, remove } = useJsonList<InputField>(
    `${source}.fields`,
    (fields) =>
      fields.every(({ name }) => nameShape.test(name)) ? undefined : text('nameRequired')
  )
  return (
    <>
      <Typography color="textSecondary">{translate('flows.workflows.form.manualHint')}</Typography>
      <ListEditor
        count={list.length}
        label={(number) => text('field', { number })}
        removeLabel={(number) => text('remove', { number })}
        addLabel={text('add')}
        most={mostFields}
        error={error}
        onAdd={() => add({ name: '', type: 'text' })}
        onRemove={remove}
      >
        {(at) => <OneField field={list[at]!} text={text} onChange={(part) => change(at, part)} />}
      </ListEditor>
    </>
  )
}

interface OneFieldProps {
  field: InputField
  text: (key: string) => string
  onChange: (part: Partial<InputField>) => void
}

function OneField({ field, text, onChange }: OneFieldProps) {
  const { name, label, type, required, choices = [] } = field
  const shown = field.default === undefined ? '' : String(field.default)
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
      <TextField
        label={text('name')}
        helperText={text('nameHint')}
        value={name}
        required
        onChange={(event) => onChange({ name: event.target.value.trim() })}
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
      <TextField
        label={text('label')}
        value={label ?? ''}
        onChange={(event) => onChange({ label: event.target.value || undefined })}
      />
      <TextField
        select
        label={text('type')}
        value={type}
        onChange={(event) =>
          // The server would refuse settings of the previous type.
          onChange({
            type: event.target.value as InputField['type'],
            default: undefined,
            choices: undefined,
          })
        }
      >
        {inputTypes.map((one) => (
          <MenuItem key={one} value={one}>
            {text(`types.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      {type !== 'file' && (
        <TextField
          select={type === 'boolean'}
          type={type === 'number' || type === 'date' ? type : 'text'}
          label={text('default')}
          value={shown}
          onChange={(event) => onChange({ default: event.target.value || undefined })}
          slotProps={{ inputLabel: type === 'date' ? { shrink: true } : {} }}
        >
          {['', 'true', 'false'].map((one) => (
            <MenuItem key={one} value={one}>
              {text(one ? `bool.${one}` : 'bool.none')}
            </MenuItem>
          ))}
        </TextField>
      )}
      {type === 'choice' && (
        <TextField
          multiline
          minRows={2}
          label={text('choices')}
          helperText={text('choicesHint')}
          value={choices.join('\n')}
          onChange={(event) => onChange({ choices: event.target.value.split('\n') })}
          onBlur={() => onChange({ choices: choices.map((one) => one.trim()).filter(Boolean) })}
        />
      )}
      <FormControlLabel
        control={
          <Switch
            checked={required ?? false}
            onChange={(_, isRequired) => onChange({ required: isRequired || undefined })}
          />
        }
        label={text('required')}
      />
    </Box>
  )
}
