import { useSession } from '@crossdock/admin/kit'

/** The ending of each tenant's address: the host of the installation. The page itself may be open at another host. */
export const useTenantDomain = (): string => `.${useSession().data?.host ?? window.location.host}`
