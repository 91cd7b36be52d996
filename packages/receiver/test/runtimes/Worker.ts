/** The customer on Cloudflare's workerd. */
import { makeCustomer } from "../frameworks/Customer.ts"

const receiver = makeCustomer()

export default { fetch: receiver.fetch }
