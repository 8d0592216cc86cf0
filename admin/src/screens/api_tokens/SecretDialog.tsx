import type { CreatedApiToken } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { CodeBlock, Icon, OnceDialog, useCopy } from '@crossdock/admin/kit'
import { Check, Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import { exampleRequest } from './model.js'

interface SecretDialogProps {
  token: CreatedApiToken
  onClose: () => void
}

/** Shows the new token once, with an example of its use. */
export default function SecretDialog({ token, onClose }: SecretDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`apiTokens.secret.${key}`, values)
  const request = exampleRequest(token.token)
  const { copy, state } = useCopy(request, useRef(null))
  return (
    <OnceDialog
      title={text('title')}
      description={text('text', { name: token.name })}
      label={text('label')}
      value={token.token}
      onClose={onClose}
    >
      <Box>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
          {text('use')}
        </Typography>
        <CodeBlock label={text('use')} data={request} />
        <Button
          size="small"
          variant="outlined"
          startIcon={<Icon icon={state === 'copied' ? Check : Copy} />}
          onClick={() => void copy.toClipboard()}
          sx={{ mt: 1 }}
        >
          {state === 'copied' ? translate('kit.once.copied') : text('copyUse')}
        </Button>
      </Box>
    </OnceDialog>
  )
}
