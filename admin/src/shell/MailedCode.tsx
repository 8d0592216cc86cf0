import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useRef, useState, type FormEvent } from 'react'
import { CodeInput } from '../login/CodeInput.js'
import { RESEND_SECONDS, useCountdown } from '../login/use_countdown.js'

interface MailedCodeOptions<Sent, Done> {
  send: () => Promise<Sent>
  /** Whether the email has a code; always by default. */
  hasCode?: (sent: Sent) => boolean
  verify: (code: string) => Promise<Done>
  onDone: (done: Done) => void
}

/** The state of a dialog over a page, which emails a code, resends it on request, and takes the entered code. */
export function useMailedCode<Sent, Done>(options: MailedCodeOptions<Sent, Done>) {
  const { send, hasCode = () => true, verify: check, onDone } = options
  const [code, setCode] = useState('')
  // Once a code was sent, its field stays, even if sending another code fails.
  const [isSent, setSent] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const wait = useCountdown(RESEND_SECONDS)
  const clear = () => {
    setCode('')
    field.current?.focus()
  }
  const request = useMutation({
    mutationFn: send,
    onSuccess: (sent) => {
      if (hasCode(sent)) setSent(true)
    },
  })
  const verify = useMutation({ mutationFn: check, onSuccess: onDone, onError: clear })
  const canVerify = code.length === 6 && !verify.isPending
  const ask = () => {
    wait.restart()
    verify.reset()
    clear()
    request.mutate()
  }
  const change = (value: string) => {
    setCode(value)
    if (verify.isError) verify.reset()
    if (value !== code && value.length === 6 && !verify.isPending) verify.mutate(value)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Do not submit a form below this dialog.
    event.stopPropagation()
    if (!isSent) ask()
    else if (canVerify) verify.mutate(code)
  }
  const resend = { left: wait.left, disabled: wait.left > 0 || request.isPending, ask }
  return { code, isSent, field, request, verify, canVerify, change, submit, resend }
}

interface MailedCodeFieldsProps {
  mailed: Pick<
    ReturnType<typeof useMailedCode>,
    'code' | 'isSent' | 'field' | 'change' | 'resend'
  > & { verify: { isError: boolean } }
  email: string
}

/** The address, and once an email was sent, the field for its code. */
export function MailedCodeFields({ mailed, email }: MailedCodeFieldsProps) {
  const translate = useTranslate()
  const { code, isSent, field, verify, change, resend } = mailed
  if (!isSent) {
    return <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{email}</Typography>
  }
  return (
    <>
      <Typography role="status" sx={{ overflowWrap: 'anywhere' }}>
        {translate('shell.again.sent', { email })}
      </Typography>
      <CodeInput
        label={translate('shell.again.code')}
        value={code}
        failed={verify.isError}
        inputRef={field}
        onChange={change}
      />
      <Box>
        <Button
          size="small"
          onClick={resend.ask}
          disabled={resend.disabled}
          sx={{ ml: -1, fontVariantNumeric: 'tabular-nums' }}
        >
          {resend.left > 0
            ? translate('login.code.resendIn', { seconds: resend.left })
            : translate('login.code.resend')}
        </Button>
      </Box>
    </>
  )
}
