import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText, sessionKey, useToast, type Session } from '@crossdock/admin/kit'
import { useAuthProvider, useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import type { Credentials, LoginAnswer } from '../data/auth_provider.js'
import { ownPath } from './own_path.js'
import { forgetSent, rememberSignIn } from './remembered.js'

export interface VerifyOptions {
  /** Returns whether an error is expected. Expected errors show no toast. */
  expects?: (error: unknown) => boolean
}

/** Signs in with a code or the token of a link. The message of a failure is ready to show. */
export function useVerify({ expects }: VerifyOptions = {}) {
  const auth = useAuthProvider()
  const toast = useToast()
  const translate = useTranslate()
  const navigate = useNavigate()
  const client = useQueryClient()
  const failed = translate('login.verifyFailed')

  return useMutation<LoginAnswer, Error, Credentials>({
    mutationFn: async (credentials) => {
      try {
        return (await auth?.login(credentials)) as LoginAnswer
      } catch (error) {
        throw new Error(errorText(error, translate, failed), { cause: error })
      }
    },
    onSuccess: ({ organizations, secondFactor, redirectTo }) => {
      if (organizations || secondFactor) return
      forgetSent()
      const session = client.getQueryData<Session>(sessionKey)
      if (session)
        rememberSignIn({ email: session.user.email, tenantId: session.tenant?.subdomain })
      toast({
        title: translate('login.success.title'),
        description: translate('login.success.text'),
      })
      const path = ownPath(typeof redirectTo === 'string' ? redirectTo : null)
      if (path) navigate(path, { replace: true })
    },
    onError: (error) => {
      if (expects?.(error.cause)) return
      toast({ title: failed, description: error.message, kind: 'destructive' })
    },
  })
}
