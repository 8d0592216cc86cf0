import { useSession } from '@crossdock/admin/kit'

/** Whether whoever is signed in can be told anything: people of an organization. */
export function useNotified(): boolean {
  const { data } = useSession()
  return Boolean(data?.tenant) && !data!.user.isSuperAdmin
}
