import { useSession } from '@crossdock/admin/kit'
import { useStore } from 'ra-core'

interface KeptSteps {
  isOver?: boolean
  skipped?: readonly string[]
}

/** This person's progress in the first steps, kept on the server. */
export const useKeptSteps = () =>
  useStore<KeptSteps | undefined>(`preferences.firstSteps.${useSession().data?.tenant?.id}`)
