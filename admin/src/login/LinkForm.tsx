import type { SignInLink } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { ApiError, productName } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { post } from '../data/wire.js'
import { useLoginHost } from './login_host.js'
import { LoginLayout } from './LoginLayout.js'
import { useSending } from './use_sending.js'
import { useVerify } from './use_verify.js'

interface LinkFormProps {
  token: string
  next?: string
  /** Called when the link is invalid, or the person declined the sign-in. */
  onLeave: (problem?: string) => void
  /** Called when the link was right, and a second factor is needed. */
  onStep: () => void
}

const needsConfirmation = (error: unknown) =>
  error instanceof ApiError && error.code === 'E_CONFIRM_SIGN_IN'

/**
 * The page of a sign-in link. In the browser that requested the link, the page signs the person in immediately. In
 * another browser, it shows the account and the organization and waits for a click.
 */
export function LinkForm({ token, next, onLeave, onStep }: LinkFormProps) {
  const translate = useTranslate()
  const verify = useVerify({ expects: needsConfirmation })
  const link = useSending(() => post<SignInLink>('auth/link', { token }))
  const { session } = useLoginHost()
  const tried = useRef(false)
  const { mutate } = verify
  const stepped = useRef(onStep)
  const readLink = link.mutate

  useEffect(() => {
    if (tried.current) return
    tried.current = true
    mutate(
      { token, next },
      {
        onSuccess: ({ secondFactor }) => {
          if (secondFactor) stepped.current()
        },
        onError: (error) => {
          if (!needsConfirmation(error.cause)) return onLeave(error.message)
          readLink(undefined, { onError: ({ message }) => onLeave(message) })
        },
      }
    )
  }, [token, next, mutate, readLink, onLeave])

  if (!link.data || verify.data) {
    return (
      <LoginLayout title={translate('login.link.title')} subtitle={translate('login.link.text')}>
        <Skeleton role="status" aria-label={translate('login.link.title')} height={36} />
      </LoginLayout>
    )
  }
  const { email, organization, signedInAs } = link.data
  const confirm = () =>
    mutate(
      { token, next, confirm: true },
      {
        onSuccess: ({ secondFactor }) => {
          if (secondFactor) onStep()
        },
        onError: ({ message }) => onLeave(message),
      }
    )
  return (
    <LoginLayout
      title={translate('login.confirm.title')}
      subtitle={
        <>
          {translate('login.confirm.as')} <strong>{email}</strong> {translate('login.confirm.to')}{' '}
          <strong>{organization ?? productName()}</strong>
          {translate('login.confirm.end')}
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {signedInAs && (
          <Alert severity="warning">
            {translate('login.confirm.replaces', {
              email: signedInAs,
              organization: session?.tenant?.name ?? productName(),
            })}
          </Alert>
        )}
        <Button
          variant="contained"
          size="large"
          autoFocus={!signedInAs}
          onClick={confirm}
          disabled={verify.isPending}
        >
          {translate('login.confirm.yes')}
        </Button>
        <Button size="large" onClick={() => onLeave()} disabled={verify.isPending}>
          {translate('login.confirm.no')}
        </Button>
      </Box>
    </LoginLayout>
  )
}
