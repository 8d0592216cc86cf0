import type { CreatedApiToken } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { CodeBlock, OnceDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { exampleRequest } from './model.js'

interface SecretDialogProps {
  token: CreatedApiToken
  onClose: () => void
}

/** Shows the new token once, with an example of its use. */
export default function SecretDialog({ token, onClose }: SecretDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`apiTokens.secret.${key}`, values)
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
        <CodeBlock label={text('use')} data={exampleRequest(token.token)} />
      </Box>
    </OnceDialog>
  )
}
