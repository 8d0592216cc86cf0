import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Icon } from '@crossdock/admin/kit'
import { ArrowLeft } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState, type FormEvent } from 'react'
import { CodeInput } from './CodeInput.js'
import type { LoginRequest } from './EmailForm.js'
import { useVerify } from './use_verify.js'

interface CodeFormProps {
  request: LoginRequest
  onBack: () => void
}

/** Takes the 6-digit code of the mail. */
export function CodeForm({ request, onBack }: CodeFormProps) {
  const translate = useTranslate()
  const [code, setCode] = useState('')
  const verify = useVerify()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === 6 && !verify.isPending) verify.mutate({ ...request, code })
  }
  const change = (value: string) => {
    setCode(value)
    if (verify.isError) verify.reset()
  }

  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ display: 'grid', gap: 2.5 }}>
      {verify.error && <Alert severity="error">{verify.error.message}</Alert>}
      <CodeInput
        label={translate('login.code.label')}
        value={code}
        failed={verify.isError}
        onChange={change}
      />
      <Button
        type="submit"
        variant="contained"
        size="large"
        disabled={code.length !== 6 || verify.isPending}
      >
        {translate(verify.isPending ? 'login.code.verifying' : 'login.code.verify')}
      </Button>
      <Typography variant="body2" color="textSecondary">
        {translate('login.code.spam')}
      </Typography>
      <Box>
        <Button startIcon={<Icon icon={ArrowLeft} />} onClick={onBack} sx={{ ml: -1.5 }}>
          {translate('login.code.back')}
        </Button>
      </Box>
    </Box>
  )
}
