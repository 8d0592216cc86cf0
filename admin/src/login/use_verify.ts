import { errorText, useToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useGreeting } from './greeting.js'
import { useLoginHost } from './login_host.js'
import { ownPath } from './own_path.js'
import { forgetSent, rememberSignIn } from './remembered.js'
import type { Credentials, LoginAnswer } from '../data/sign_in.js'
import { useSending } from './use_sending.js'

export interface VerifyOptions {
  /** Returns whether an error is expected. Expected errors show no toast. */
  expects?: (error: unknown) => boolean
}

/** Signs in with a code or the token of a link. The message of a failure is ready to show. */
export function useVerify({ expects }: VerifyOptions = {}) {
  const { signIn, open } = useLoginHost()
  const toast = useToast()
  const translate = useTranslate()
  const greet = useGreeting()
  const failed = translate('login.verifyFailed')

  return useSending<LoginAnswer, Credentials>(
    async (credentials) => {
      try {
        return await signIn(credentials)
      } catch (error) {
        throw new Error(errorText(error, translate, failed), { cause: error })
      }
    },
    {
      onSuccess: ({ organizations, secondFactor, redirectTo, session }) => {
        if (organizations || secondFactor) return
        forgetSent()
        if (session)
          rememberSignIn({ email: session.user.email, tenantId: session.tenant?.subdomain })
        greet()
        open(ownPath(redirectTo) ?? '/dashboard')
      },
      onError: (error) => {
        if (expects?.(error.cause)) return
        toast({ title: failed, description: error.message, kind: 'destructive' })
      },
    }
  )
}
