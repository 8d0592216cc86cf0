import { useMutation } from '@tanstack/react-query'
import { errorText, useToast } from '@crossdock/admin/kit'
import { useAuthProvider, useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import type { Credentials } from '../data/auth_provider.js'

/** Signs in with a code or a link's token; a failure's message is ready to show. */
export function useVerify() {
  const auth = useAuthProvider()
  const toast = useToast()
  const translate = useTranslate()
  const navigate = useNavigate()
  const failed = translate('login.verifyFailed')

  return useMutation<{ redirectTo?: string | boolean } | void, Error, Credentials>({
    mutationFn: async (credentials) => {
      try {
        return await auth?.login(credentials)
      } catch (error) {
        throw new Error(errorText(error, translate, failed), { cause: error })
      }
    },
    onSuccess: (answer) => {
      toast({
        title: translate('login.success.title'),
        description: translate('login.success.text'),
      })
      if (typeof answer?.redirectTo === 'string') navigate(answer.redirectTo)
    },
    onError: (error) => toast({ title: failed, description: error.message, kind: 'destructive' }),
  })
}
