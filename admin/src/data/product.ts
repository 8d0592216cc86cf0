import { useSession } from '@crossdock/admin/kit'

/** Returns the domain suffix of tenants: the host of the installation, even if the page is open at another host. */
export const useTenantDomain = (): string => `.${useSession().data?.host ?? window.location.host}`
