/** Screenshots in admin/public/static. backend/tests/journeys/front_pictures.ts writes this file. */
export const pictures = {
  light: '/static/product-light-0893d403.webp',
  dark: '/static/product-dark-6c944fd0.webp',
  width: 2072,
  height: 1151,
}
