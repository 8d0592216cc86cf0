import { useApiState, useSession } from '@crossdock/admin/kit'
import type { ReactNode } from 'react'
import type { ApiClient } from '../data/api.js'
import { Live } from './Live.js'
import { Outage } from './Outage.js'
import { PageBar } from './PageBar.js'
import { SessionQuestions } from './SessionQuestions.js'
import { Splash } from './Splash.js'

/** Lets the pages in once it is known who is signed in, and shows above them what concerns all. */
export function Gate({ api, children }: { api: ApiClient; children: ReactNode }) {
  const session = useSession()
  const { outage } = useApiState()
  if (session.isPending) {
    return outage ? <Outage onRetry={api.retryNow} /> : <Splash />
  }
  return (
    <>
      {children}
      {session.data && <Live api={api} session={session.data} />}
      <PageBar />
      <SessionQuestions api={api} />
    </>
  )
}
