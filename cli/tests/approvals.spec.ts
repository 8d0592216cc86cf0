// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { Approval } from '@crossdock/client'
import { until } from '@crossdock/backend/testing'
import { signedIn } from './signed_in.js'

test.group('CLI approvals', (group) => {
  const lab = signedIn(group)

  const ask = async (question: string) => {
    const as = lab.acme.admin
    const { id } = await lab.app.ok<{ id: string }>('POST', '/api/integrations/workflows', {
      as,
      body: {
        name: 'Release',
        triggerType: 'manual',
        triggerConfig: {},
        steps: [{ type: 'approval', config: { question, roles: ['admin'] } }],
      },
    })
    await lab.app.ok('POST', '/api/flow-executions/trigger', { as, body: { flowId: id } })
    return until('the question', async () => {
      const open = await lab.shell.json<Approval[]>(['approvals', 'list'])
      return open.find((one) => one.question === question)
    })
  }

  test('approvals are listed, approved and rejected', async ({ assert }) => {
    const first = await ask('May it go?')
    const listed = await lab.shell.run(['approvals', 'list', '--headers'])
    assert.match(listed.stdout, /^Id\tFlow\tQuestion\tAbout\tStatus\tDecided by\tAsked\tDue$/m)
    assert.include(listed.stdout, 'Release\tMay it go?\t\topen')
    const part = first.id.slice(-10)
    const approved = await lab.shell.run(['approvals', 'approve', part, '--comment', 'Fine'])
    assert.equal(approved.stdout, 'Approved for Release: May it go?\n', approved.stderr)
    const again = await lab.shell.run(['approvals', 'reject', first.id])
    assert.notEqual(again.code, 0)
    assert.match(again.stderr, /has approved this already/)
    const second = await ask('And this?')
    const rejected = await lab.shell.json<Approval>(['approvals', 'reject', second.id])
    assert.equal(rejected.status, 'rejected')
    assert.equal((await lab.shell.run(['approvals', 'list'])).stdout, '')
    const all = await lab.shell.json<Approval[]>(['approvals', 'list', '--all'])
    assert.sameMembers(
      all.map(({ status }) => status),
      ['approved', 'rejected']
    )
    assert.equal((await lab.shell.run(['approvals', 'list', '--all', '--open'])).code, 2)
    assert.equal((await lab.shell.run(['approvals', 'approve', 'nothing'])).code, 5)
  })
})
