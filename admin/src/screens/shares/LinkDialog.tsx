import type { CreatedShare } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Icon, mono, PlainDialog, useCopy, useUnsaved } from '@crossdock/admin/kit'
import { Check, Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'

interface LinkDialogProps {
  share: CreatedShare
  onClose: () => void
}

/** The new link, this one time; whoever closes it without a copy, and had it mailed to nobody, is asked first. */
export default function LinkDialog({ share, onClose }: LinkDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`shares.made.${key}`, values)
  const input = useRef<HTMLInputElement>(null)
  const { copy, state, hasCopy } = useCopy(share.url, input)
  const { length: mailed } = share.recipients
  const guard = useUnsaved({
    isDirty: () => mailed === 0 && !hasCopy(),
    discard: onClose,
    words: () => ({ key: 'shares.uncopied' }),
  })
  const leave = () => guard(onClose)
  return (
    <PlainDialog
      title={text('title')}
      description={text('text')}
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
            display: 'flex',
            alignItems: 'flex-end',
            gap: 1,
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
          }}
          // Copied by hand is copied, too.
          onCopy={() => copy.noteByHand()}
        >
          <TextField
            label={text('label')}
            value={share.url}
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
          {state === 'refused' && <Alert severity="info">{text('manually')}</Alert>}
        </Box>
        {mailed > 0 && (
          <Typography variant="body2" color="textSecondary">
            {text('mailed', { smart_count: mailed })}
          </Typography>
        )}
      </Box>
    </PlainDialog>
  )
}
