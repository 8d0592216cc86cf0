import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { Icon, mono, PlainDialog, useCopy, useUnsaved } from '@crossdock/admin/kit'
import { Check, Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'

export interface OnceDialogProps {
  title: string
  description: string
  label: string
  /** The secret or address, visible only this once. */
  value: string
  /** A note below the field. */
  hint?: string | undefined
  onClose: () => void
}

/** Shows a secret or an address once; closing it before copying asks for confirmation. */
export function OnceDialog(props: OnceDialogProps) {
  const { title, description, label, value, hint, onClose } = props
  const translate = useTranslate()
  const text = (key: string) => translate(`webhooks.once.${key}`)
  const input = useRef<HTMLInputElement>(null)
  const { copy, state, hasCopy } = useCopy(value, input)
  const guard = useUnsaved({
    isDirty: () => !hasCopy(),
    discard: onClose,
    texts: () => ({ key: 'webhooks.once.uncopied' }),
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
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, px: 3, pt: 1, pb: 3 }}>
        <Box
          sx={{
            ...{ display: 'flex', alignItems: 'flex-end', gap: 1 },
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
          }}
          // Copying by keyboard or menu also counts as copied.
          onCopy={() => copy.noteByHand()}
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
        {state === 'refused' && <Alert severity="info">{text('byHand')}</Alert>}
        {hint && <Alert severity="info">{hint}</Alert>}
      </Box>
    </PlainDialog>
  )
}
