import { useTranslate } from 'ra-core'
import { useToast } from '../toast.js'
import { useApi } from './api.js'
import { ApiError, errorText, isSessionEnded, isSessionLeft } from './errors.js'

interface Words {
  title?: string
  /** The text when the server sent none. */
  fallback?: string
}

/** Returns a function that shows why a call failed, and offers to sign in again where that helps. */
export function useErrorToast(): (error: unknown, words?: Words) => void {
  const api = useApi()
  const toast = useToast()
  const translate = useTranslate()
  return (error, { title, fallback } = {}) => {
    // The person signed out on purpose, and the page is the next person's.
    if (isSessionLeft(error)) return
    // The shell shows this error itself until the person dismisses it.
    if (error instanceof ApiError && error.code === 'E_NO_ENVIRONMENT') return
    if (isSessionEnded(error)) {
      return toast({
        title: translate('kit.session.ended'),
        description: translate('kit.session.notSaved'),
        kind: 'destructive',
        action: { label: translate('kit.session.signIn'), onSelect: api.askToSignIn },
      })
    }
    toast({
      title: title ?? translate('kit.error.toast'),
      description: errorText(error, translate, fallback),
      kind: 'destructive',
    })
  }
}
