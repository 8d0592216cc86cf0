import Button from '@mui/material/Button'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { Icon, mono, useCopy } from '@crossdock/admin/kit'
import { Check, Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'

interface CopyLineProps {
  label: string
  value: string
  /** What the button copies, for screen readers. */
  what: string
  onCopied?: () => void
}

/** A line to copy. If the browser refuses, the text is selected instead. */
export function CopyLine({ label, value, what, onCopied }: CopyLineProps) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const { copy, state } = useCopy(value, input)
  const take = async () => {
    if (await copy.toClipboard()) onCopied?.()
  }
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'flex-end',
        gap: 1,
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
      }}
      onCopy={onCopied}
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
        variant="outlined"
        aria-label={translate('integrations.webhooks.copyOf', { what })}
        startIcon={<Icon icon={state === 'copied' ? Check : Copy} />}
        onClick={() => void take()}
        sx={{ flex: 'none' }}
      >
        {translate(`integrations.webhooks.${state === 'copied' ? 'copied' : 'copy'}`)}
      </Button>
    </Box>
  )
}
