import type { HttpContext } from '@adonisjs/core/http'
import { brands, operatorBrand, type Brand, type Look } from '@crossdock/backend/tenants'
import { hostOf } from '@crossdock/kernel/http'
import { subdomainOf } from '@crossdock/kernel/tenancy'

/** The default look. */
export const defaultBrand: Brand = { productName: null, logo: null, colors: null }

/**
 * The branding of an organization for public pages.
 * @param organization an id or a subdomain; null: the operator
 */
export async function brandOf(organization: string | null): Promise<Brand> {
  if (organization !== null) return await brands.use().of(organization)
  return (await operatorBrand.peek()?.get()) ?? defaultBrand
}

/** The brand of the address of a request: an organization's, otherwise the operator's. */
export const brandOfRequest = (http: HttpContext): Promise<Brand> =>
  brandOf(subdomainOf(hostOf(http)))

/** Colors of the console (admin/src/kit/theme/palette.ts). */
const palette = {
  light:
    '--page:#fafafa;--card:#fff;--inset:#f6f6f7;--hover:#f1f1f3;--line:#e7e7ea;--edge:#d9d9de;--text:#111113;--soft:#5b5b64;--main:#18181b;--on-main:#fafafa;--accent:#2a55d4;--wrong:#b91c1c;--wrong-bg:#fdebeb;--good:#136b3a;--good-bg:#e5f4eb;--warn:#874608;--chosen:#eaeaed;--shadow:0 24px 64px rgba(17,17,19,.12),0 2px 6px rgba(17,17,19,.06)',
  dark: '--page:#0a0a0b;--card:#111113;--inset:#17171a;--hover:#18181b;--line:#232327;--edge:#313138;--text:#ededef;--soft:#a0a0ab;--main:#f4f4f5;--on-main:#111113;--accent:#8aa6ff;--wrong:#f87171;--wrong-bg:#351617;--good:#4cd99a;--good-bg:#0e2a1c;--warn:#f5b454;--chosen:#202024;--shadow:0 24px 64px rgba(0,0,0,.5)',
}

const variablesOf = ({ primary, onPrimary, accent }: Look) =>
  `;--main:${primary};--on-main:${onPrimary};--accent:${accent}`

/** CSS variables of a page for both themes: the console's colors with the readable ones of a brand (`colorsOf`). */
export const pageColors = ({ colors }: Brand): { light: string; dark: string } => ({
  light: palette.light + (colors ? variablesOf(colors.light) : ''),
  dark: palette.dark + (colors ? variablesOf(colors.dark) : ''),
})
