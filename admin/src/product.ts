import { useSession } from '@crossdock/admin/kit'

/** Returns the domain suffix of tenants: the host of the installation, at which the page itself need not be open. */
export const useTenantDomain = (): string => `.${useSession().data?.host ?? window.location.host}`
