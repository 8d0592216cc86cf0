import {
  LazyConfirmDialog,
  lazyPart,
  page,
  productName,
  unsaved,
  useApiState,
  useLeavePage,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useSyncExternalStore } from 'react'
import type { ApiClient } from '../data/api.js'

const SignInAgain = lazyPart(() => import('./SignInAgain.js'))

/**
 * Dialogs that must be answered before calls continue: an ended session, or another person's. A deactivated person
 * reads the reason instead.
 */
export function SessionQuestions({ api }: { api: ApiClient }) {
  const translate = useTranslate()
  const session = useApiState((state) => state.session)
  const barred = useApiState((state) => state.barred)
  const leavePage = useLeavePage()
  const asking = useApiState((state) => state.asking)
  const unfinished = useSyncExternalStore(unsaved.subscribe, unsaved.unfinished)
  const { owner } = api.keeper
  if (!owner || !asking) return null
  if (session === 'ended' && barred) {
    return (
      <LazyConfirmDialog
        open
        title={translate('shell.barred')}
        description={barred}
        cancelLabel={translate('shell.changed.look')}
        confirmLabel={translate('shell.signOut')}
        onConfirm={() => leavePage(() => page.open('/login'))}
        onClose={() => api.keeper.dismiss()}
      />
    )
  }
  if (session === 'ended') {
    return <SignInAgain api={api} owner={owner} onClose={() => api.keeper.dismiss()} />
  }
  if (session !== 'changed') return null
  const texts = [
    translate('shell.changed.text', {
      email: owner.user.email,
      organization: owner.tenant?.name ?? productName(),
    }),
    unfinished && translate('shell.changed.unfinished', { names: unfinished }),
  ]
  return (
    <LazyConfirmDialog
      open
      title={translate('shell.changed.title')}
      description={texts.filter(Boolean).join(' ')}
      cancelLabel={translate('shell.changed.look')}
      confirmLabel={translate('shell.changed.action')}
      onConfirm={page.reload}
      onClose={() => api.keeper.dismiss()}
    />
  )
}
