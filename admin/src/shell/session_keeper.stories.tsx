import type { ApiState, Session } from '@crossdock/admin/kit'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from 'storybook/test'
import { sessions } from '../../.storybook/sessions.js'
import { Observable } from '../data/observable.js'
import { SessionKeeper } from '../data/session_keeper.js'
import { Tabs } from '../data/tabs.js'

const meta: Meta = {
  title: 'Shell/Whom a page belongs to',
  render: () => <p>A page belongs to one person in one organization.</p>,
}
export default meta
type Story = StoryObj

const mara = sessions.member!
const nordic = {
  id: 'ten_2',
  name: 'Nordic Freight',
  subdomain: 'nordic',
  productName: null,
  logo: null,
  colors: null,
}
const ada: Session = { ...mara, user: { ...mara.user, id: 'usr_2' } }

/** A page that belongs to Mara, and a server that answers who is signed in. */
function page() {
  const state = new Observable<ApiState>({
    session: 'none',
    barred: null,
    asking: false,
    outage: null,
    updated: false,
    live: false,
    proving: false,
  })
  const answers: ((session: Session | null) => void)[] = []
  const whoami = () => new Promise<Session | null>((resolve) => answers.push(resolve))
  const tabs = new Tabs(crypto.randomUUID())
  const keeper = new SessionKeeper({ state, tabs, whoami, reread: fn() })
  keeper.begin(mara)
  return { keeper, answers, session: () => state.get().session }
}

/** Red when an answer requested for a person who has left decides who is here now. */
export const AnswerForWhoHasLeft: Story = {
  play: async () => {
    const { keeper, answers, session } = page()
    const looked = keeper.checkSession()
    keeper.signedOut()
    keeper.begin(ada)
    answers[0]!(mara)
    await looked
    await expect(session()).toBe('live')
    await expect(keeper.owner).toBe(ada)
  },
}

/** Red when another person, or the same one in another organization, counts as the owner. */
export const AnotherOneOrElsewhere: Story = {
  play: async () => {
    for (const other of [ada, { ...mara, tenant: nordic }]) {
      const { keeper, answers, session } = page()
      const looked = keeper.checkSession()
      answers[0]!(other)
      await looked
      await expect(session()).toBe('changed')
      await expect(keeper.owner).toBe(mara)
    }
  },
}

/** Red when calls ask one by one, when closing the question fails reads, or keeps writes waiting. */
export const ReadsWaitAndWritesAreGivenUp: Story = {
  play: async () => {
    const { keeper, answers, session } = page()
    const came = fn()
    const reading = keeper.waitForSession(true).then(came)
    const given = fn()
    const writing = keeper.waitForSession(false).catch(given)
    await expect(answers).toHaveLength(1)
    answers[0]!(null)
    await waitFor(() => expect(session()).toBe('ended'))
    keeper.dismiss()
    await writing
    await expect(given).toHaveBeenCalledOnce()
    await expect(came).not.toHaveBeenCalled()
    const looked = keeper.checkSession()
    answers[1]!(mara)
    await looked
    await reading
    await expect(session()).toBe('live')
  },
}
