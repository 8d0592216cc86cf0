import { useMutation } from '@tanstack/react-query'
import { useToast } from '@crossdock/admin/kit'
import { useAuthProvider, useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'

/** Ends the session, forgets everything read with it, and goes to the sign-in page. */
export function useSignOut() {
  const auth = useAuthProvider()
  const navigate = useNavigate()
  const toast = useToast()
  const translate = useTranslate()
  return useMutation({
    mutationFn: async () => auth?.logout({}),
    onSuccess: () => navigate('/login'),
    onError: () =>
      toast({
        title: translate('kit.error.toast'),
        description: translate('shell.signOutFailed'),
        kind: 'destructive',
      }),
  })
}
