import type { Workflow } from '@crossdock/client'
import { useAction } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'

const lists = { queryKey: ['integrations/workflows', 'getList'] }

/** Pause and Activate: sends only isActive, shows the change immediately and reverts it when refused. */
export function useToggleWorkflow(): (workflow: Workflow) => void {
  const translate = useTranslate()
  const client = useQueryClient()
  const update = useAction<unknown, Pick<Workflow, 'id' | 'isActive'>>(
    ({ id, isActive }) => ({
      path: `integrations/workflows/${id}`,
      method: 'PUT',
      body: { isActive },
    }),
    {
      invalidates: ['integrations/workflows', 'integrations/stats', 'workflows'],
      success: { title: translate('flows.workflows.statusChanged') },
      error: { fallback: translate('flows.workflows.statusFailed') },
    }
  )
  const show = (id: string, isActive: boolean) =>
    client.setQueriesData<{ data: Workflow[] }>(
      lists,
      (page) =>
        page && {
          ...page,
          data: page.data.map((one) => (one.id === id ? { ...one, isActive } : one)),
        }
    )
  return ({ id, isActive }) => {
    show(id, !isActive)
    update.mutate({ id, isActive: !isActive }, { onError: () => show(id, isActive) })
  }
}
