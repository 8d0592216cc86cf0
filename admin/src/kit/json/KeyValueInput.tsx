import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Plus, X } from 'lucide-react'
import { useInput, useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { Icon } from '../Icon.js'
import { JsonInput, type JsonInputProps } from './JsonInput.js'
import { rowsOf, textOf, type KeyValue } from './key_values.js'

/**
 * A JSON object of plain values as rows of name and value. "Edit as JSON" shows the text itself, which can hold other
 * values, too. The form holds the text, as for `JsonInput`.
 */
export function KeyValueInput(props: JsonInputProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`kit.keyValue.${key}`, values)
  const { source, label, helperText, validate } = props
  const { field, fieldState } = useInput({ source, validate })
  const [asJson, setAsJson] = useState(false)
  // Rows without a name exist only in this state.
  const [typed, setTyped] = useState<KeyValue[]>()
  const id = useId()
  const held = (field.value as string | null) ?? ''
  const known = rowsOf(held)
  const rows = typed && textOf(typed) === held ? typed : known
  const change = (next: KeyValue[]) => {
    setTyped(next)
    field.onChange(textOf(next))
  }
  if (asJson || !rows) {
    return (
      <Box>
        <JsonInput {...props} />
        {known && (
          <Button size="small" onClick={() => setAsJson(false)} sx={{ ml: -1.25 }}>
            {text('asRows')}
          </Button>
        )}
      </Box>
    )
  }
  const names = rows.map(({ name }) => name.trim()).filter(Boolean)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  const problem = fieldState.error?.message ?? (twice && text('twice', { name: twice }))
  return (
    <Box role="group" aria-labelledby={id}>
      <Box sx={{ display: 'flex', alignItems: 'center', mb: 0.5 }}>
        <Typography id={id} variant="body2" sx={{ flex: 1, fontWeight: 500 }}>
          {label}
        </Typography>
        <Button size="small" onClick={() => setAsJson(true)}>
          {text('asJson')}
        </Button>
      </Box>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {rows.map((row, at) => {
          const put = (part: Partial<KeyValue>) => change(rows.with(at, { ...row, ...part }))
          return (
            <Box
              key={at}
              sx={{
                display: 'grid',
                gap: 1,
                alignItems: 'center',
                gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) auto',
              }}
            >
              <TextField
                size="small"
                value={row.name}
                placeholder={text('name')}
                onChange={({ target }) => put({ name: target.value })}
                slotProps={{
                  htmlInput: {
                    ...plain,
                    'aria-label': text('nameOf', { number: at + 1 }),
                  },
                }}
              />
              <TextField
                size="small"
                name={source}
                value={row.value}
                placeholder={text('value')}
                onChange={({ target }) => put({ value: target.value })}
                slotProps={{
                  htmlInput: {
                    ...plain,
                    'aria-label': row.name
                      ? text('valueOf', { name: row.name })
                      : text('valueNumber', { number: at + 1 }),
                  },
                }}
              />
              <IconButton
                size="small"
                aria-label={text('remove', { number: at + 1 })}
                onClick={() => change(rows.toSpliced(at, 1))}
              >
                <Icon icon={X} />
              </IconButton>
            </Box>
          )
        })}
      </Box>
      <Button
        size="small"
        startIcon={<Icon icon={Plus} />}
        aria-label={text('addTo', { label })}
        onClick={() => setTypedRow(rows, setTyped)}
        sx={{ ml: -1.25, mt: 0.5 }}
      >
        {text('add')}
      </Button>
      <FormHelperText error={Boolean(problem)}>{problem ?? helperText}</FormHelperText>
    </Box>
  )
}

const setTypedRow = (rows: readonly KeyValue[], set: (rows: KeyValue[]) => void) =>
  set([...rows, { name: '', value: '', isText: true }])

const plain = { spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } as const
