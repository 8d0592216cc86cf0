/** English texts of API tokens that every screen shows. */
export default {
  apiTokens: {
    title: 'API Tokens',
    add: 'Create Token',
    words: 'api key access program bearer secret',
  },
}
