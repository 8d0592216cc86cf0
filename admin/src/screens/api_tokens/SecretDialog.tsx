import type { CreatedApiToken } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { CodeBlock, Icon, mono, PlainDialog, useCopy, useUnsaved } from '@crossdock/admin/kit'
import { Check, Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import { exampleRequest } from './model.js'

interface SecretDialogProps {
  token: CreatedApiToken
  onClose: () => void
}

/** Shows the new token once. Closing it without a copy asks first. */
export default function SecretDialog({ token, onClose }: SecretDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`apiTokens.secret.${key}`, values)
  const input = useRef<HTMLInputElement>(null)
  const { copy, state, hasCopy } = useCopy(token.token, input)
  const guard = useUnsaved({
    isDirty: () => !hasCopy(),
    discard: onClose,
    texts: () => ({ key: 'apiTokens.uncopied' }),
  })
  const leave = () => guard(onClose)
  return (
    <PlainDialog
      title={text('title')}
      description={text('text', { name: token.name })}
      onClose={leave}
      footer={
        <Button variant="outlined" onClick={leave}>
          {text('done')}
        </Button>
      }
    >
      <Box
        sx={{ display: 'flex', flexDirection: 'column', gap: 2, px: 3, pt: 1, pb: 3 }}
        // Copying by hand counts, too.
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
            label={text('label')}
            value={token.token}
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
        <Box>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
            {text('use')}
          </Typography>
          <CodeBlock label={text('use')} data={exampleRequest(token.token)} />
        </Box>
      </Box>
    </PlainDialog>
  )
}
