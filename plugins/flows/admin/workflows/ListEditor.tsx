import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Icon } from '@crossdock/admin/kit'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

interface ListEditorProps {
  count: number
  /** The label of one entry: "Field 1". */
  label: (number: number) => string
  removeLabel: (number: number) => string
  addLabel: string
  /** The maximum number of entries. */
  most: number
  error: string | undefined
  onAdd: () => void
  onRemove: (at: number) => void
  children: (at: number) => ReactNode
}

/** A list of entries with fields, with buttons to add and to remove. */
export function ListEditor(props: ListEditorProps) {
  const { count, label, removeLabel, addLabel, most, error, onAdd, onRemove, children } = props
  const translate = useTranslate()
  const isFull = count >= most
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      {Array.from({ length: count }, (_, at) => (
        <Box
          key={at}
          role="group"
          aria-label={label(at + 1)}
          sx={{ border: 1, borderColor: 'divider', borderRadius: '8px', p: 2, minWidth: 0 }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', mb: 1.5 }}>
            <Typography sx={{ fontWeight: 500, flex: 1 }}>{label(at + 1)}</Typography>
            <Button
              size="small"
              color="error"
              startIcon={<Icon icon={Trash2} />}
              onClick={() => onRemove(at)}
            >
              {removeLabel(at + 1)}
            </Button>
          </Box>
          {children(at)}
        </Box>
      ))}
      {error && <Alert severity="error">{error}</Alert>}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Button
          variant="outlined"
          size="small"
          startIcon={<Icon icon={Plus} />}
          disabled={isFull}
          onClick={onAdd}
        >
          {addLabel}
        </Button>
        {isFull && (
          <Typography variant="body2" color="textSecondary">
            {translate('flows.workflows.form.atMost', { most })}
          </Typography>
        )}
      </Box>
    </Box>
  )
}
