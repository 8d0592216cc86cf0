/** Whether a host may be `<subdomain>.<host>`; the server knows. */
export const mayNameOrganization = (host: string): boolean => /\.(?=.*[a-z])/i.test(host)
