import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { Check, Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef, type ReactNode } from 'react'
import { Icon } from './Icon.js'
import { PlainDialog } from './PlainDialog.js'
import { mono } from './theme/index.js'
import { useUnsaved } from './unsaved.js'
import { useCopy } from './use_copy.js'

export interface OnceDialogProps {
  title: string
  description: string
  label: string
  /** The secret or address, visible only this once. */
  value: string
  /** A note below the field. */
  hint?: string | undefined
  /** Actions for the value, shown below it. */
  children?: ReactNode
  onClose: () => void
}

/** Shows a secret or an address once; closing it before copying asks for confirmation. */
export function OnceDialog(props: OnceDialogProps) {
  const { title, description, label, value, hint, children, onClose } = props
  const translate = useTranslate()
  const text = (key: string) => translate(`kit.once.${key}`)
  const input = useRef<HTMLInputElement>(null)
  const { copy, state, hasCopy } = useCopy(value, input)
  const guard = useUnsaved({
    isDirty: () => !hasCopy(),
    discard: onClose,
    texts: () => ({ key: 'kit.once.uncopied' }),
  })
  const leave = () => guard(onClose)
  return (
    <PlainDialog
      title={title}
      description={description}
      onClose={leave}
      footer={
        <Button variant="outlined" onClick={leave}>
          {text('done')}
        </Button>
      }
    >
      <Box
        sx={{ display: 'flex', flexDirection: 'column', gap: 2, px: 3, pt: 1, pb: 3 }}
        // Copying by keyboard or menu also counts as copied.
        onCopy={() => copy.noteByHand()}
      >
        <Box
          sx={{
            display: 'flex',
            alignItems: 'flex-end',
            gap: 1,
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
          }}
        >
          <TextField
            label={label}
            value={value}
            inputRef={input}
            fullWidth
            onFocus={(event) => event.target.select()}
            slotProps={{
              htmlInput: { readOnly: true, spellCheck: false, autoComplete: 'off' },
              input: { sx: { fontFamily: mono, fontSize: '0.8125rem' } },
            }}
          />
          <Button
            variant="contained"
            autoFocus
            startIcon={<Icon icon={state === 'copied' ? Check : Copy} />}
            onClick={() => void copy.toClipboard()}
            sx={{ flex: 'none' }}
          >
            {text(state === 'copied' ? 'copied' : 'copy')}
          </Button>
        </Box>
        <Box role="status">
          {state === 'refused' && <Alert severity="info">{text('byHand')}</Alert>}
        </Box>
        {hint && <Alert severity="info">{hint}</Alert>}
        {children}
      </Box>
    </PlainDialog>
  )
}
