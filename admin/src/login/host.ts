/** Whether a host may have the form `<subdomain>.<host>`; the server decides. */
export const mayNameOrganization = (host: string): boolean => /\.(?=.*[a-z])/i.test(host)
