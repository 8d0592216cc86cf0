import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Icon } from '@crossdock/admin/kit'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldArray } from 'react-hook-form'
import type { WebhookForm } from './webhook_form.js'

interface RowsInputProps<Name extends 'conditions' | 'headers'> {
  name: Name
  label: string
  hint: string
  /** Labels of a row and of the buttons. */
  rowLabel: (number: number) => string
  removeLabel: (number: number) => string
  addLabel: string
  most: number
  /** Column widths on wide screens. */
  columns: string
  empty: WebhookForm[Name][number]
  children: (at: number) => ReactNode
}

/** Rows of a form, each with its fields; people add and remove rows. */
export function RowsInput<Name extends 'conditions' | 'headers'>(props: RowsInputProps<Name>) {
  const { name, label, hint, rowLabel, removeLabel, addLabel, most } = props
  const { columns, empty, children } = props
  const { fields, append, remove } = useFieldArray<WebhookForm, 'conditions' | 'headers'>({ name })
  return (
    <Box role="group" aria-label={label}>
      <Typography variant="body2" sx={{ fontWeight: 500 }}>
        {label}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {hint}
      </Typography>
      {fields.map(({ id }, at) => (
        <Box key={id} role="group" aria-label={rowLabel(at + 1)} sx={rowOf(columns)}>
          {children(at)}
          <IconButton
            aria-label={removeLabel(at + 1)}
            onClick={() => remove(at)}
            sx={{ gridColumn: '-2', gridRow: 1, mt: 2.75 }}
          >
            <Icon icon={Trash2} />
          </IconButton>
        </Box>
      ))}
      <Button
        size="small"
        variant="outlined"
        startIcon={<Icon icon={Plus} />}
        disabled={fields.length >= most}
        onClick={() => append(empty)}
        sx={{ mt: 1 }}
      >
        {addLabel}
      </Button>
    </Box>
  )
}

const rowOf = (columns: string) => ({
  display: 'grid',
  gap: 1.5,
  alignItems: 'start',
  mt: 1.5,
  // On phones the first field shares a line with the button; the other fields follow below.
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: `${columns} auto` },
  '& > .MuiFormControl-root': { gridColumn: { xs: 1, sm: 'auto' }, minWidth: 0 },
})
