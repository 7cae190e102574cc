// Written by 'npm run generate' from openapi.json.

export interface paths {
    "/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify a key
         * @description Tells which company, environment and scopes a key stands for. Works for a suspended company too.
         *
         *     Any key may call this.
         */
        get: operations["ping"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Scope: `customers:read`.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description Scope: `customers:write`.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one customer
         * @description Scope: `customers:read`.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description Only what is sent changes; null clears. Issued invoices keep the customer as it was.
         *
         *     Scope: `customers:write`.
         */
        patch: operations["updateCustomer"];
        trace?: never;
    };
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description Scope: `products:read`.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Create a product
         * @description Scope: `products:write`.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one product
         * @description Scope: `products:read`.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a product
         * @description Only what is sent changes; null clears. Existing lines keep what they took from it.
         *
         *     Scope: `products:write`.
         */
        patch: operations["updateProduct"];
        trace?: never;
    };
    "/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sales orders
         * @description Scope: `sales:read`.
         */
        get: operations["listSales"];
        put?: never;
        /**
         * Create a sale or order
         * @description Scope: `sales:write`.
         */
        post: operations["createSale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sales/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one sale
         * @description Scope: `sales:read`.
         */
        get: operations["getSale"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an open sale
         * @description Scope: `sales:write`.
         */
        patch: operations["updateSale"];
        trace?: never;
    };
    "/sales/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an open sale
         * @description Scope: `sales:write`.
         */
        post: operations["cancelSale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description Newest first. Entries carry everything but the lines; include=lines adds them.
         *
         *     Scope: `invoices:read`.
         */
        get: operations["listInvoices"];
        put?: never;
        /**
         * Create a draft invoice
         * @description Not safe to retry without an Idempotency-Key unless the earlier request is known to have failed.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["createInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one invoice with its lines
         * @description Scope: `invoices:read`.
         */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        /**
         * Delete a draft invoice
         * @description Only a draft: an issued invoice is voided or credited instead.
         *
         *     Scope: `invoices:write`.
         */
        delete: operations["deleteInvoice"];
        options?: never;
        head?: never;
        /**
         * Change a draft invoice
         * @description Only a draft: an issued invoice never changes, whatever its registration came to. What is wrong in it needs a credit note and a new invoice; missing data of the parties is completed with refresh_parties.
         *
         *     Scope: `invoices:write`.
         */
        patch: operations["updateInvoice"];
        trace?: never;
    };
    "/invoices/{id}/issue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a draft invoice
         * @description Assigns the next number of the company's series, without gaps, and freezes the content.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["issueInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void an invoice
         * @description Only while nothing is paid on it and it is not registered with the revenue authority.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["voidInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/write_off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write an invoice off as uncollectible
         * @description A later payment still makes it paid.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["writeOffInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/refresh_parties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete the customer's and the supplier's data of an issued invoice
         * @description For an issued invoice that lacks what the revenue authority requires. While `fiscal_status` is `none`, fields that are empty in the invoice are filled from its customer and the company, and no other field changes. While it is `rejected`, name, tax_id, registration_number, address, email and phone are taken anew from them. The number and everything else stay as issued. Without a difference nothing happens, and no event is written.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["refreshParties"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sales/{id}/invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn a sale into a draft invoice
         * @description Once: the sale becomes `invoiced`. Deleting that draft opens the sale again.
         *
         *     Scope: `sales:write`.
         */
        post: operations["invoiceSale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/credit_notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credit an invoice, whole or in part
         * @description Issued at once, in a series of its own. It lowers amount_due; at 0 the invoice is paid.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["createCreditNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit_notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List credit notes
         * @description Scope: `invoices:read`.
         */
        get: operations["listCreditNotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit_notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one credit note with its lines
         * @description Scope: `invoices:read`.
         */
        get: operations["getCreditNote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one invoice as a PDF
         * @description To print or to send. In any state: a draft and a void invoice are marked as such on every page.
         *
         *     Scope: `invoices:read`.
         */
        get: operations["getInvoicePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an invoice with the revenue authority
         * @description A draft is issued first. Registered once, whatever times out: the same IRN is given again without another call. When the authority can't be asked, or its answer is lost, it is finished in the background and told by an event.
         *
         *     Scope: `integrations`.
         */
        post: operations["registerInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/cancel_registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an invoice's registration
         * @description Where the authority allows it, and as long as it does: see `fiscal.cancel_until`. Nothing may have been paid or credited. Its number is used up; void the invoice and make a new one. Asked for once, it is finished in the background when the authority can't be reached.
         *
         *     Scope: `integrations`.
         */
        post: operations["cancelRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit_notes/{id}/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a credit note with the revenue authority
         * @description Its invoice is registered first. The rest is as with an invoice.
         *
         *     Scope: `integrations`.
         */
        post: operations["registerCreditNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how an invoice's registration stands, call by call
         * @description Scope: `integrations`.
         */
        get: operations["getRegistration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit_notes/{id}/registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how a credit note's registration stands, call by call
         * @description Scope: `integrations`.
         */
        get: operations["getCreditNoteRegistration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one invoice as UBL
         * @description UBL 2.1 by EN 16931. 422 where a rule is broken, with the rule's name.
         *
         *     Scope: `invoices:read`.
         */
        get: operations["getInvoiceXml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit_notes/{id}.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one credit note as UBL
         * @description Scope: `invoices:read`.
         */
        get: operations["getCreditNoteXml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/einvoicing/integration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See through which authority this company registers
         * @description Without its secrets. 503 where there is none.
         *
         *     Scope: `integrations`.
         */
        get: operations["getIntegration"];
        put?: never;
        /**
         * Set through which authority this company registers
         * @description The authority is asked first, and what it refuses is not stored. Secrets are never shown again.
         *
         *     Scope: `integrations:configure`.
         */
        post: operations["setIntegration"];
        /**
         * Stop registering through an authority
         * @description Its credentials are deleted. What was registered stays registered; nothing new is, until another integration is set. Where there is none, nothing happens.
         *
         *     Scope: `integrations:configure`.
         */
        delete: operations["removeIntegration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description Scope: `payments:read`.
         */
        get: operations["listPayments"];
        put?: never;
        /**
         * Record a payment against an invoice
         * @description A draft is issued by its first payment. The same reference again is the same payment, with 200.
         *
         *     Scope: `payments:write`.
         */
        post: operations["recordPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one payment
         * @description Scope: `payments:read`.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a payment, whole or in part
         * @description It is noted on payment and invoice. What corrects the claim itself is a credit note. What a gateway took, the gateway gives back: the refund is then `pending` until it has.
         *
         *     Scope: `payments:write`.
         */
        post: operations["refundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}/allocate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put unallocated money towards an invoice
         * @description For money that came too late, was too much, or was for no invoice.
         *
         *     Scope: `payments:write`.
         */
        post: operations["allocatePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a hosted checkout link with a QR code
         * @description For an invoice, or for anything else. No gateway is called before the buyer pays.
         *
         *     Scope: `payments:write`.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description Scope: `payments:read`.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/links/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one payment link
         * @description Scope: `payments:read`.
         */
        get: operations["getPaymentLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/links/{reference}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payment link
         * @description Nobody can pay it any more. Money that is already under way is booked all the same, and marked late.
         *
         *     Scope: `payments:write`.
         */
        post: operations["cancelPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a page needs to embed the portal
         * @description Nothing of it is secret: the company's id, the key's App ID, and addresses.
         *
         *     Scope: `portal:embed`.
         */
        get: operations["getPortalConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn an order from the embedded panel into an invoice
         * @description For the partner's server. The order becomes a sale and a draft invoice, with a payment link while the company takes payments. Prices given here are believed: take them from your own records or leave them to product_id, never from the browser. A key without `customers:read` or `invoices:read` is shown the buyer as given, and nothing of a customer that the order names by id or finds by e-mail address.
         *
         *     Scope: `portal:embed`.
         */
        post: operations["createPortalOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See which sites may show the portal
         * @description Scope: `portal:embed` or `portal:configure`.
         */
        get: operations["getPortalSettings"];
        put?: never;
        /**
         * Set which sites may show the portal
         * @description Scope: `portal:configure`.
         */
        post: operations["setPortalSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events, or wait for the next
         * @description Oldest first. An event brings its record only to a key with the scope that reads it; to others it comes without `data`, and with `data_withheld`. To follow the feed, pass the sequence of the last event you have as `after`, and `wait` to be answered as soon as there is another.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one event
         * @description Scope: `webhooks:read`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Scope: `webhooks:read` or `webhooks:write`.
         */
        get: operations["listEndpoints"];
        put?: never;
        /**
         * Add a webhook endpoint
         * @description Beside the company's webhook URL, with a secret of its own. Events from now on go there too. The key must be able to read the records of the types that it subscribes to.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["createEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one webhook endpoint
         * @description Scope: `webhooks:read` or `webhooks:write`.
         */
        get: operations["getEndpoint"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook endpoint
         * @description Its deliveries go with it; the events stay in the feed. The primary endpoint stays.
         *
         *     Scope: `webhooks:write`.
         */
        delete: operations["deleteEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Its address, its filter, or whether it is enabled. What is pending goes to the new address. The key must be able to read the records that the endpoint gets, unless it only disables or describes it.
         *
         *     Scope: `webhooks:write`.
         */
        patch: operations["updateEndpoint"];
        trace?: never;
    };
    "/webhooks/endpoints/{id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook endpoint a new secret
         * @description During the overlap each delivery carries a signature by either secret, the new one first. Without one the old secret ends at once.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["rotateEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Scope: `webhooks:read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one delivery with its attempts
         * @description Scope: `webhooks:read`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver once more
         * @description Also what succeeded. The schedule of attempts starts again. The key must be able to read the event's record.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver many once more
         * @description All that failed, or every event since a moment, to one endpoint or to all that are enabled. The key must be able to read the records of the types that this delivers.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description An event `webhook.test` for one endpoint, whatever its filter. The delivery tells what came of it.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/diagnose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find out why a delivery does not verify
         * @description Give the raw body and the headers exactly as your receiver saw them. The body is compared with what was sent only for a key that may read the event's record.
         *
         *     Scope: `webhooks:read`.
         */
        post: operations["diagnoseWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the service's own receiver took in
         * @description For companies without a webhook URL of their own: their events are delivered here.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["listInbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "invoice.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A draft invoice was made */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvoiceEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A draft invoice was changed */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvoiceEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A draft invoice was deleted */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvoiceEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An invoice was issued and has its number */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvoiceEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.parties_refreshed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The parties' data of an issued invoice was completed */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvoiceEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.registration_pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An invoice waits for the authority's decision */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvoiceEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.registered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An invoice was registered and has its IRN */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvoiceEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.registration_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The authority rejected an invoice; with fiscal_status `none`, its registration was given up before anything was sent */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvoiceEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.registration_cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An invoice's registration was cancelled */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvoiceEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.partially_paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A part of an invoice was paid */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvoiceEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An invoice was paid in full */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvoiceEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.overdue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An invoice's due date passed without full payment */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvoiceEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.voided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An invoice was voided */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvoiceEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.written_off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An invoice was written off as uncollectible */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvoiceEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.recorded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Money came in */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PaymentEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A buyer tried to pay by a link, and it came to nothing */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FailedPaymentEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Money went back */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PaymentEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_link.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment link was made */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PaymentLinkEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_link.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment link was paid */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PaymentLinkEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_link.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment link ran out */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PaymentLinkEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_link.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment link was cancelled */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PaymentLinkEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sale.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A sale was made */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SaleEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sale.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A sale was changed */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SaleEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sale.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A sale was cancelled */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SaleEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sale.invoiced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A draft invoice was made of a sale */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SaleEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A customer was made */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CustomerEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A customer was changed */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CustomerEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "product.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A product was made */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProductEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "product.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A product was changed */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProductEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credit_note.issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A credit note was issued */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreditNoteEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credit_note.registration_pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A credit note waits for the authority's decision */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreditNoteEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credit_note.registered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A credit note was registered and has its IRN */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreditNoteEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credit_note.registration_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The authority rejected a credit note */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreditNoteEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody tries out an endpoint */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EndpointEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An endpoint was disabled, by hand or because deliveries failed */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EndpointEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** Address */
        Address: {
            line1?: string | null;
            line2?: string | null;
            city?: string | null;
            region?: string | null;
            postal_code?: string | null;
            /**
             * Format: country
             * @description ISO 3166-1 alpha-2, upper case.
             */
            country?: string | null;
        } | null;
        /**
         * AddressInput
         * @description A plain text is taken as line1.
         */
        AddressInput: {
            line1?: string | null;
            line2?: string | null;
            city?: string | null;
            region?: string | null;
            postal_code?: string | null;
            /**
             * Format: country
             * @description ISO 3166-1 alpha-2, upper case.
             */
            country?: string | null;
        } | string | null;
        /** AllocationCreate */
        AllocationCreate: {
            /** @description Default: the invoice that the payment was for. */
            invoice_id?: number | null;
            /** @description Default: as much as there is and as is due. */
            amount?: number | string | null;
        };
        /** AuthorityRemark */
        AuthorityRemark: {
            code: string;
            field: string | null;
            message: string;
        };
        /**
         * Buyer
         * @description Instead of customer_id. A customer with this e-mail address is taken as it is; otherwise one is made.
         */
        Buyer: {
            name: string;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
        } | null;
        /** Cancellation */
        Cancellation: {
            /** @description For the authority, and for the record. */
            reason?: string | null;
        };
        /** CreditNote */
        CreditNote: {
            id: number;
            number: string;
            invoice_id: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description In major units of the currency, exact to its last digit. */
            subtotal: number;
            /** @description In major units of the currency, exact to its last digit. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description In major units of the currency, exact to its last digit. */
            total: number;
            reason: string | null;
            /** @description Fiscal reference, once registered. */
            irn: string | null;
            /** @enum {string} */
            fiscal_status: "none" | "pending" | "registered" | "rejected" | "cancelled";
            fiscal: components["schemas"]["Fiscal"];
            /** Format: date-time */
            issued_at: string;
            /** Format: date-time */
            created_at: string;
            lines: components["schemas"]["Line"][];
        };
        /** CreditNoteCreate */
        CreditNoteCreate: {
            /** @description What is credited. Not given: the whole invoice, if nothing of it has been credited yet. */
            lines?: components["schemas"]["LineInput"][] | null;
            reason?: string | null;
        };
        /** CreditNoteEntry */
        CreditNoteEntry: {
            id: number;
            number: string;
            invoice_id: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description In major units of the currency, exact to its last digit. */
            subtotal: number;
            /** @description In major units of the currency, exact to its last digit. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description In major units of the currency, exact to its last digit. */
            total: number;
            reason: string | null;
            /** @description Fiscal reference, once registered. */
            irn: string | null;
            /** @enum {string} */
            fiscal_status: "none" | "pending" | "registered" | "rejected" | "cancelled";
            fiscal: components["schemas"]["Fiscal"];
            /** Format: date-time */
            issued_at: string;
            /** Format: date-time */
            created_at: string;
            /** @description With include=lines. */
            lines?: components["schemas"]["Line"][];
        };
        /** CreditNoteEvent */
        CreditNoteEvent: {
            /** @description The same in every delivery of this event. */
            id: string;
            /**
             * @description What happened. Further types will come: pass over those you do not know.
             * @enum {string}
             */
            type: "credit_note.issued" | "credit_note.registration_pending" | "credit_note.registered" | "credit_note.registration_failed";
            /** @description Counts the company's events in the order of their commits, without gaps. */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            company_id: number;
            /** @description Who caused it. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused it, if one did. */
            request_id: string | null;
            data: {
                object: components["schemas"]["CreditNote"];
                previous?: components["schemas"]["CreditNote"];
            };
        };
        /** Customer */
        Customer: {
            id: number;
            name: string;
            email: string | null;
            phone: string | null;
            kind: string;
            tax_id: string | null;
            registration_number: string | null;
            address: components["schemas"]["Address"];
            external_id: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata: Record<string, unknown>;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** CustomerCreate */
        CustomerCreate: {
            name: string;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            /**
             * @default business
             * @enum {unknown}
             */
            kind?: "business" | "consumer" | "government" | null;
            tax_id?: string | null;
            registration_number?: string | null;
            address?: components["schemas"]["AddressInput"];
            /** @description Your own identifier; unique per company. */
            external_id?: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata?: Record<string, unknown> | null;
        };
        /** CustomerEvent */
        CustomerEvent: {
            /** @description The same in every delivery of this event. */
            id: string;
            /**
             * @description What happened. Further types will come: pass over those you do not know.
             * @enum {string}
             */
            type: "customer.created" | "customer.updated";
            /** @description Counts the company's events in the order of their commits, without gaps. */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            company_id: number;
            /** @description Who caused it. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused it, if one did. */
            request_id: string | null;
            data: {
                object: components["schemas"]["Customer"];
                previous?: components["schemas"]["Customer"];
            };
        };
        /**
         * CustomerPatch
         * @description Only what is sent changes; null clears.
         */
        CustomerPatch: {
            name?: string;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            /**
             * @default business
             * @enum {unknown}
             */
            kind?: "business" | "consumer" | "government" | null;
            tax_id?: string | null;
            registration_number?: string | null;
            address?: components["schemas"]["AddressInput"];
            /** @description Your own identifier; unique per company. */
            external_id?: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata?: Record<string, unknown> | null;
        };
        /** CustomerSnapshot */
        CustomerSnapshot: {
            name: string;
            email: string | null;
            phone: string | null;
            kind: string;
            tax_id: string | null;
            registration_number: string | null;
            address: components["schemas"]["Address"];
        };
        /** Delivery */
        Delivery: {
            id: number;
            event_id: string;
            event_type: string;
            endpoint_id: number;
            /**
             * @description `failed`: every attempt was in vain, and no more will be made.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /** @description Attempts whose outcome counted. One that another worker took over is only in `attempts`. */
            attempt_count: number;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            last_attempt_at: string | null;
            last_status_code: number | null;
            last_error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            completed_at: string | null;
        };
        /** DeliveryAttempt */
        DeliveryAttempt: {
            number: number;
            /**
             * @description Why it was made. `first`: the event is new. `retry`: the attempt before it failed. `replay`: somebody asked for it. `takeover`: another worker began the attempt before it and recorded no outcome in time. `reconnect`: the kept-alive connection of the attempt before it broke. Null for attempts from before this was recorded.
             * @enum {unknown}
             */
            cause: "first" | "retry" | "replay" | "takeover" | "reconnect" | null;
            /** @description The worker process that made it. */
            worker: string | null;
            /** @description false while it is under way, and for good where its worker ended before it could record the outcome: then the request may or may not have been sent. */
            completed: boolean;
            /** Format: date-time */
            attempted_at: string;
            /** @description 0 unless `completed`. */
            duration_ms: number;
            url: string;
            /** @description Null when there was no answer. */
            status_code: number | null;
            /** @description Why there was no answer: address_refused, dns, connect, tls, timeout, closed, protocol or invalid_url. */
            failure: string | null;
            message: string | null;
            /** @description The first 2 KiB of the answer. */
            answer: string | null;
            /** @description true where there is an answer, and the key may not read the event's record. */
            answer_withheld?: boolean;
        };
        /** DeliveryWithAttempts */
        DeliveryWithAttempts: {
            id: number;
            event_id: string;
            event_type: string;
            endpoint_id: number;
            /**
             * @description `failed`: every attempt was in vain, and no more will be made.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /** @description Attempts whose outcome counted. One that another worker took over is only in `attempts`. */
            attempt_count: number;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            last_attempt_at: string | null;
            last_status_code: number | null;
            last_error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            completed_at: string | null;
            /** @description Newest first, at most 100. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        /** DiagnoseRequest */
        DiagnoseRequest: {
            /** @description The raw body as text. */
            body?: string | null;
            /** @description Or its bytes, which no decoding can have changed. */
            body_base64?: string | null;
            /** @description All headers that came with it. */
            headers: {
                [key: string]: string;
            };
            /**
             * Format: moment
             * @description By the receiver's clock; now, if not given.
             */
            received_at?: string | null;
            /** @description What your own code computed, if you have it. */
            computed_signature?: string | null;
        };
        /** Diagnosis */
        Diagnosis: {
            verifies: boolean;
            matched_endpoint_id: number | null;
            /** @description The likeliest cause first. */
            findings: {
                code: string;
                message: string;
            }[];
        };
        /** Endpoint */
        Endpoint: {
            id: number;
            /** @description Is this the company's webhook URL? There is one. */
            primary: boolean;
            url: string;
            /** @description Is it the service's own receiver, for want of another? */
            default_url: boolean;
            description: string | null;
            events: string[] | null;
            /** @enum {string} */
            status: "enabled" | "disabled";
            disabled_reason: string | null;
            /** Format: date-time */
            disabled_at: string | null;
            /** @description Nothing but failures since then. */
            failing_since: string | null;
            /** @description Until then every delivery is signed with the old secret too. */
            previous_secret_until: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** EndpointCreate */
        EndpointCreate: {
            /** @description Where events are sent by POST. https in production; not a private address. */
            url: string;
            description?: string | null;
            /** @description Only these types of events; null for all of them. */
            events?: ("invoice.created" | "invoice.updated" | "invoice.deleted" | "invoice.issued" | "invoice.parties_refreshed" | "invoice.registration_pending" | "invoice.registered" | "invoice.registration_failed" | "invoice.registration_cancelled" | "invoice.partially_paid" | "invoice.paid" | "invoice.overdue" | "invoice.voided" | "invoice.written_off" | "payment.recorded" | "payment.failed" | "payment.refunded" | "payment_link.created" | "payment_link.paid" | "payment_link.expired" | "payment_link.cancelled" | "sale.created" | "sale.updated" | "sale.cancelled" | "sale.invoiced" | "customer.created" | "customer.updated" | "product.created" | "product.updated" | "credit_note.issued" | "credit_note.registration_pending" | "credit_note.registered" | "credit_note.registration_failed" | "webhook.test" | "webhook.disabled")[] | null;
        };
        /** EndpointEvent */
        EndpointEvent: {
            /** @description The same in every delivery of this event. */
            id: string;
            /**
             * @description What happened. Further types will come: pass over those you do not know.
             * @enum {string}
             */
            type: "webhook.test" | "webhook.disabled";
            /** @description Counts the company's events in the order of their commits, without gaps. */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            company_id: number;
            /** @description Who caused it. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused it, if one did. */
            request_id: string | null;
            data: {
                object: components["schemas"]["Endpoint"];
                previous?: components["schemas"]["Endpoint"];
            };
        };
        /**
         * EndpointPatch
         * @description Only what is sent changes; null clears. A null url gives the primary endpoint the service's own receiver.
         */
        EndpointPatch: {
            /** @description Where events are sent by POST. https in production; not a private address. */
            url?: string | null;
            description?: string | null;
            /** @description Only these types of events; null for all of them. */
            events?: ("invoice.created" | "invoice.updated" | "invoice.deleted" | "invoice.issued" | "invoice.parties_refreshed" | "invoice.registration_pending" | "invoice.registered" | "invoice.registration_failed" | "invoice.registration_cancelled" | "invoice.partially_paid" | "invoice.paid" | "invoice.overdue" | "invoice.voided" | "invoice.written_off" | "payment.recorded" | "payment.failed" | "payment.refunded" | "payment_link.created" | "payment_link.paid" | "payment_link.expired" | "payment_link.cancelled" | "sale.created" | "sale.updated" | "sale.cancelled" | "sale.invoiced" | "customer.created" | "customer.updated" | "product.created" | "product.updated" | "credit_note.issued" | "credit_note.registration_pending" | "credit_note.registered" | "credit_note.registration_failed" | "webhook.test" | "webhook.disabled")[] | null;
            /**
             * @description Enabling starts with the events from now on; replay those missed. Disabling ends what is pending.
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        /** Error */
        Error: {
            /** @constant */
            success: false;
            /** @description A sentence for people: what happened and what to do. */
            error: string;
            /** @description A word for programs. Each has its cause and its cure in the guide on errors, at /docs/errors. */
            code: string;
            /** @description All fields at fault, at once. */
            errors?: {
                field: string;
                message: string;
            }[];
            request_id: string;
            warnings?: string[];
            /** @description With scope_missing. */
            scope?: string;
            /** @description With feature_disabled. */
            feature?: string;
            /** @description With quota_exceeded, and so the following. */
            quota?: string;
            limit?: number;
            used?: number;
            /**
             * @description With rate_limited: whose limit was met, that of the key's or the person's POST requests, of the company's POST requests, or of the company's reads.
             * @enum {unknown}
             */
            budget?: "key" | "person" | "company" | "reads";
            /** Format: date-time */
            resets_at?: string;
        };
        /** Event */
        Event: {
            /** @description The same in every delivery of this event. */
            id: string;
            /** @description What happened. Further types will come: pass over those you do not know. */
            type: string;
            /** @description Counts the company's events in the order of their commits, without gaps. */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            company_id: number;
            /** @description Who caused it. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused it, if one did. */
            request_id: string | null;
            /** @description Only with the scope that reads the record: `invoices:read` for an invoice. */
            data?: {
                /** @description The record as GET gave it right after the change; of payment.failed, which leaves no payment, the try. */
                object: Record<string, unknown>;
                /** @description The same before the change. */
                previous?: Record<string, unknown>;
            };
            /** @description true, in place of `data`, where that scope is missing. */
            data_withheld?: boolean;
        };
        /**
         * FailedPayment
         * @description A buyer's try to pay by a payment link that came to nothing. The buyer may try again.
         */
        FailedPayment: {
            /** @description Of the try, under which the gateway knows it too. */
            reference: string;
            payment_link_reference: string;
            invoice_id: number | null;
            /** @description In major units of the currency, exact to its last digit. */
            amount: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            gateway: string;
            /** @enum {string} */
            status: "failed";
            /** @description Why, as the gateway says it. */
            reason: string | null;
            /** Format: date-time */
            attempted_at: string;
            /** Format: date-time */
            failed_at: string;
        };
        /** FailedPaymentEvent */
        FailedPaymentEvent: {
            /** @description The same in every delivery of this event. */
            id: string;
            /**
             * @description What happened. Further types will come: pass over those you do not know.
             * @enum {string}
             */
            type: "payment.failed";
            /** @description Counts the company's events in the order of their commits, without gaps. */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            company_id: number;
            /** @description Who caused it. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused it, if one did. */
            request_id: string | null;
            data: {
                object: components["schemas"]["FailedPayment"];
                previous?: components["schemas"]["FailedPayment"];
            };
        };
        /**
         * Fiscal
         * @description Null as long as nobody has tried to register it.
         */
        Fiscal: {
            adapter: string;
            /** @description As people know it. */
            authority: string;
            /** @description Under which the authority knows the document. */
            document_key: string;
            document_sha256: string;
            /** Format: date-time */
            pending_since?: string;
            irn?: string;
            /** Format: date-time */
            registered_at?: string;
            /** @description What the QR code on the document holds. */
            qr?: string | null;
            /** @description What else the authority gave to refer to it by. */
            references?: {
                [key: string]: string;
            };
            /** Format: date-time */
            cancel_until?: string | null;
            warnings?: components["schemas"]["AuthorityRemark"][];
            /** Format: date-time */
            rejected_at?: string;
            /** @description Why it was rejected. */
            errors?: components["schemas"]["AuthorityRemark"][];
            /** Format: date-time */
            cancel_requested_at?: string;
            /** Format: date-time */
            cancelled_at?: string;
            cancel_reason?: string | null;
        } | null;
        /** FiscalCall */
        FiscalCall: {
            operation: string;
            /** Format: date-time */
            called_at: string;
            duration_ms: number;
            http_status: number | null;
            code: string | null;
            /** @description As it was sent, with the secrets masked. */
            request: string;
            response: string;
        };
        /** FiscalIntegration */
        FiscalIntegration: {
            adapter: string;
            environment: string;
            base_url: string | null;
            business_id: string | null;
            service_id: string | null;
            /**
             * @description `refused`: the authority did not take the credentials when it was last asked.
             * @enum {string}
             */
            status: "working" | "refused" | "unchecked";
            refusal: string | null;
            /** Format: date-time */
            checked_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** InboxEntry */
        InboxEntry: {
            /** @description The sequence of the event. */
            id: number;
            /**
             * Format: date-time
             * @description When it came in, its signature verified.
             */
            created_at: string;
            event: components["schemas"]["Event"];
        };
        /** IntegrationInput */
        IntegrationInput: {
            /**
             * @description Which authority, and how it is spoken to.
             * @enum {string}
             */
            adapter: "sandbox" | "firs_mbs" | "india_irp" | "document_only" | "async_demo";
            base_url?: string | null;
            business_id?: string | null;
            service_id?: string | null;
            api_key?: string | null;
            api_secret?: string | null;
            username?: string | null;
            password?: string | null;
            /** @description PEM; for QR codes, and for authorities that encrypt. */
            public_key?: string | null;
            /** @description As the authority gave it. */
            certificate?: string | null;
            /** @description PEM; verifies what the authority signs. */
            signing_key?: string | null;
        };
        /** Invoice */
        Invoice: {
            id: number;
            /** @description Assigned at issue; null before, and for good on a draft that was voided. */
            number: string | null;
            /** @enum {string} */
            status: "draft" | "open" | "partially_paid" | "paid" | "void" | "uncollectible";
            customer_id: number;
            customer: components["schemas"]["CustomerSnapshot"];
            supplier: components["schemas"]["Supplier"];
            /** Format: date */
            invoice_date: string;
            /** Format: date */
            due_date: string;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description In major units of the currency, exact to its last digit. */
            subtotal: number;
            /** @description In major units of the currency, exact to its last digit. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description In major units of the currency, exact to its last digit. */
            total: number;
            /** @description In major units of the currency, exact to its last digit. */
            amount_paid: number;
            /** @description In major units of the currency, exact to its last digit. */
            amount_credited: number;
            /** @description In major units of the currency, exact to its last digit. */
            amount_refunded: number;
            /** @description total − amount_credited − amount_paid */
            amount_due: number;
            /** @description Open or partially paid, and the due date has passed. */
            overdue: boolean;
            /** @description Fiscal reference, once registered. */
            irn: string | null;
            /** @enum {string} */
            fiscal_status: "none" | "pending" | "registered" | "rejected" | "cancelled";
            fiscal: components["schemas"]["Fiscal"];
            sale_id: number | null;
            /** @enum {string} */
            source: "api" | "portal" | "site";
            /** @description Unguessable; shows this invoice in the portal embed. */
            portal_token: string;
            /** @description The number of the buyer's purchase order. */
            po_number: string | null;
            external_id: string | null;
            notes: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata: Record<string, unknown>;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            issued_at: string | null;
            /** Format: date-time */
            paid_at: string | null;
            /** Format: date-time */
            voided_at: string | null;
            lines: components["schemas"]["Line"][];
        };
        /** InvoiceCreate */
        InvoiceCreate: {
            /** @description A customer of this company. */
            customer_id: number;
            /**
             * Format: date
             * @description Default: today in the company's time zone.
             */
            invoice_date?: string | null;
            /**
             * Format: date
             * @description Default: invoice_date plus the company's payment terms.
             */
            due_date?: string | null;
            /**
             * Format: currency
             * @description ISO 4217; default: the company's currency.
             */
            currency?: string | null;
            lines: components["schemas"]["LineInput"][];
            /** @description The number of the buyer's purchase order. */
            po_number?: string | null;
            notes?: string | null;
            /** @description Your own identifier; unique per company. */
            external_id?: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata?: Record<string, unknown> | null;
        };
        /** InvoiceEntry */
        InvoiceEntry: {
            id: number;
            /** @description Assigned at issue; null before, and for good on a draft that was voided. */
            number: string | null;
            /** @enum {string} */
            status: "draft" | "open" | "partially_paid" | "paid" | "void" | "uncollectible";
            customer_id: number;
            customer: components["schemas"]["CustomerSnapshot"];
            supplier: components["schemas"]["Supplier"];
            /** Format: date */
            invoice_date: string;
            /** Format: date */
            due_date: string;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description In major units of the currency, exact to its last digit. */
            subtotal: number;
            /** @description In major units of the currency, exact to its last digit. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description In major units of the currency, exact to its last digit. */
            total: number;
            /** @description In major units of the currency, exact to its last digit. */
            amount_paid: number;
            /** @description In major units of the currency, exact to its last digit. */
            amount_credited: number;
            /** @description In major units of the currency, exact to its last digit. */
            amount_refunded: number;
            /** @description total − amount_credited − amount_paid */
            amount_due: number;
            /** @description Open or partially paid, and the due date has passed. */
            overdue: boolean;
            /** @description Fiscal reference, once registered. */
            irn: string | null;
            /** @enum {string} */
            fiscal_status: "none" | "pending" | "registered" | "rejected" | "cancelled";
            fiscal: components["schemas"]["Fiscal"];
            sale_id: number | null;
            /** @enum {string} */
            source: "api" | "portal" | "site";
            /** @description Unguessable; shows this invoice in the portal embed. */
            portal_token: string;
            /** @description The number of the buyer's purchase order. */
            po_number: string | null;
            external_id: string | null;
            notes: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata: Record<string, unknown>;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            issued_at: string | null;
            /** Format: date-time */
            paid_at: string | null;
            /** Format: date-time */
            voided_at: string | null;
            /** @description With include=lines. */
            lines?: components["schemas"]["Line"][];
        };
        /** InvoiceEvent */
        InvoiceEvent: {
            /** @description The same in every delivery of this event. */
            id: string;
            /**
             * @description What happened. Further types will come: pass over those you do not know.
             * @enum {string}
             */
            type: "invoice.created" | "invoice.updated" | "invoice.deleted" | "invoice.issued" | "invoice.parties_refreshed" | "invoice.registration_pending" | "invoice.registered" | "invoice.registration_failed" | "invoice.registration_cancelled" | "invoice.partially_paid" | "invoice.paid" | "invoice.overdue" | "invoice.voided" | "invoice.written_off";
            /** @description Counts the company's events in the order of their commits, without gaps. */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            company_id: number;
            /** @description Who caused it. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused it, if one did. */
            request_id: string | null;
            data: {
                object: components["schemas"]["Invoice"];
                previous?: components["schemas"]["Invoice"];
            };
        };
        /**
         * InvoicePatch
         * @description Only what is sent changes; lines are replaced as a whole; null brings the default back.
         */
        InvoicePatch: {
            /** @description A customer of this company. */
            customer_id?: number;
            /**
             * Format: date
             * @description Default: today in the company's time zone.
             */
            invoice_date?: string | null;
            /**
             * Format: date
             * @description Default: invoice_date plus the company's payment terms.
             */
            due_date?: string | null;
            /**
             * Format: currency
             * @description ISO 4217; default: the company's currency.
             */
            currency?: string | null;
            lines?: components["schemas"]["LineInput"][];
            /** @description The number of the buyer's purchase order. */
            po_number?: string | null;
            notes?: string | null;
            /** @description Your own identifier; unique per company. */
            external_id?: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata?: Record<string, unknown> | null;
        };
        /** Line */
        Line: {
            id: number;
            description: string;
            quantity: number;
            unit_price: number;
            /** @description A percentage. */
            tax_rate: number;
            /** @enum {string} */
            tax_category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M";
            exemption_reason: string | null;
            product_id: number | null;
            unit_code: string;
            hs_code: string | null;
            service_code: string | null;
            /** @description In major units of the currency, exact to its last digit. */
            net_amount: number;
            /** @description In major units of the currency, exact to its last digit. */
            tax_amount: number;
            /** @description In major units of the currency, exact to its last digit. */
            total_amount: number;
        };
        /** LineInput */
        LineInput: {
            /** @description Required, unless product_id brings it. */
            description?: string | null;
            quantity: number | string;
            /** @description Required, unless product_id brings it. */
            unit_price?: number | string | null;
            /** @description Takes description, price, rate and codes from this product, where the line gives none. */
            product_id?: number | null;
            /** @description A percentage: 7.5 means 7.5 %. */
            tax_rate?: number | string | null;
            /**
             * @description EN 16931 letter; default S above 0 %, Z at 0.
             * @enum {unknown}
             */
            tax_category?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | null;
            exemption_reason?: string | null;
            /** @description UN/ECE Rec 20; default C62 (one). */
            unit_code?: string | null;
            hs_code?: string | null;
            service_code?: string | null;
        };
        /** OrderCreate */
        OrderCreate: {
            /** @description A customer of this company. Required, unless customer brings one. */
            customer_id?: number | null;
            customer?: components["schemas"]["Buyer"];
            /**
             * Format: currency
             * @description ISO 4217; default: the company's currency.
             */
            currency?: string | null;
            lines: components["schemas"]["LineInput"][];
            /**
             * Format: date
             * @description When what was ordered is wanted.
             */
            booking_date?: string | null;
            /** @description The number of the buyer's purchase order. */
            po_number?: string | null;
            notes?: string | null;
            /** @description Your own identifier; unique per company. */
            external_id?: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata?: Record<string, unknown> | null;
            /** @description The page that the checkout leads back to, on a site that the company allows. `{portal_token}` in it becomes the invoice's token. */
            return_url?: string | null;
        };
        /** OrderInvoice */
        OrderInvoice: {
            id: number;
            /** @description Assigned at issue; null before, and for good on a draft that was voided. */
            number: string | null;
            /** @enum {string} */
            status: "draft" | "open" | "partially_paid" | "paid" | "void" | "uncollectible";
            customer_id: number;
            customer: components["schemas"]["CustomerSnapshot"];
            supplier: components["schemas"]["Supplier"];
            /** Format: date */
            invoice_date: string;
            /** Format: date */
            due_date: string;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description In major units of the currency, exact to its last digit. */
            subtotal: number;
            /** @description In major units of the currency, exact to its last digit. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description In major units of the currency, exact to its last digit. */
            total: number;
            /** @description In major units of the currency, exact to its last digit. */
            amount_paid: number;
            /** @description In major units of the currency, exact to its last digit. */
            amount_credited: number;
            /** @description In major units of the currency, exact to its last digit. */
            amount_refunded: number;
            /** @description total − amount_credited − amount_paid */
            amount_due: number;
            /** @description Open or partially paid, and the due date has passed. */
            overdue: boolean;
            /** @description Fiscal reference, once registered. */
            irn: string | null;
            /** @enum {string} */
            fiscal_status: "none" | "pending" | "registered" | "rejected" | "cancelled";
            fiscal: components["schemas"]["Fiscal"];
            sale_id: number | null;
            /** @enum {string} */
            source: "api" | "portal" | "site";
            /** @description Unguessable; shows this invoice in the portal embed. */
            portal_token: string;
            /** @description The number of the buyer's purchase order. */
            po_number: string | null;
            external_id: string | null;
            notes: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata: Record<string, unknown>;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            issued_at: string | null;
            /** Format: date-time */
            paid_at: string | null;
            /** Format: date-time */
            voided_at: string | null;
            lines: components["schemas"]["Line"][];
        };
        /** Pagination */
        Pagination: {
            limit: number;
            /** @description Go by this, not by the number of entries: a page that would be larger than 8 MiB has fewer than `limit`. */
            has_more: boolean;
            next_cursor: string | null;
            /** @description With include=total_count; at most 10,000. */
            total_count?: number;
            total_count_capped?: boolean;
        };
        /** Payment */
        Payment: {
            id: number;
            invoice_id: number | null;
            /** @description In major units of the currency, exact to its last digit. */
            amount: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description What a gateway took beyond what was due; nothing of what a caller records. */
            unallocated_amount: number;
            /** @description What has gone back; not what is still on its way. */
            amount_refunded: number;
            refunds: components["schemas"]["Refund"][];
            method: string | null;
            reference: string | null;
            note: string | null;
            /** @description It came in when it was no longer expected. */
            late: boolean;
            /** @enum {string} */
            source: "api" | "gateway" | "site";
            payment_link_reference: string | null;
            gateway: string | null;
            gateway_reference: string | null;
            /** Format: date-time */
            paid_at: string;
            /** Format: date-time */
            created_at: string;
        };
        /** PaymentAttempt */
        PaymentAttempt: {
            /** @description Ours, under which the gateway knows it too. */
            reference: string;
            gateway: string;
            /** @description In major units of the currency, exact to its last digit. */
            amount: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /**
             * @description `open`: the buyer is at the gateway's page. `processing`: the gateway has not decided yet. A failed one may still be paid: gateways let buyers try again.
             * @enum {string}
             */
            status: "starting" | "open" | "processing" | "paid" | "failed" | "closed";
            /** @description Why it failed. */
            reason: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** PaymentCreate */
        PaymentCreate: {
            /** @description The invoice that is paid. */
            invoice_id: number;
            /** @description At most what is due. */
            amount: number | string;
            /**
             * Format: currency
             * @description Must be the invoice's.
             */
            currency?: string | null;
            /** @description A short word, kept as given. */
            method?: string | null;
            /** @description Yours; unique per invoice. The same one with the same content is the same payment. */
            reference?: string | null;
            /**
             * Format: moment
             * @description Default: now.
             */
            paid_at?: string | null;
            note?: string | null;
        };
        /** PaymentEvent */
        PaymentEvent: {
            /** @description The same in every delivery of this event. */
            id: string;
            /**
             * @description What happened. Further types will come: pass over those you do not know.
             * @enum {string}
             */
            type: "payment.recorded" | "payment.refunded";
            /** @description Counts the company's events in the order of their commits, without gaps. */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            company_id: number;
            /** @description Who caused it. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused it, if one did. */
            request_id: string | null;
            data: {
                object: components["schemas"]["Payment"];
                previous?: components["schemas"]["Payment"];
            };
        };
        /** PaymentLink */
        PaymentLink: {
            /** @description Unguessable: whoever has it may pay. */
            reference: string;
            checkout_url: string;
            /** @description In major units of the currency, exact to its last digit. */
            amount: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            invoice_id: number | null;
            email: string | null;
            phone: string | null;
            purpose: string | null;
            label: string | null;
            /** @enum {string} */
            status: "active" | "paid" | "expired" | "cancelled";
            /** @description The last ten tries of buyers to pay, newest first. */
            attempts: components["schemas"]["PaymentAttempt"][];
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The checkout URL as a QR code: a PNG in base64, without a prefix. */
            qr: string;
        };
        /** PaymentLinkCreate */
        PaymentLinkCreate: {
            /** @description In major units of the currency. */
            amount: number | string;
            /**
             * Format: currency
             * @description Default: the invoice's, or the company's.
             */
            currency?: string | null;
            /** @description The invoice that the link pays. */
            invoice_id?: number | null;
            /**
             * Format: email
             * @description The buyer's.
             */
            email?: string | null;
            /**
             * Format: international-phone
             * @description The buyer's, in international format; spaces and dashes are dropped.
             */
            phone?: string | null;
            purpose?: string | null;
            /** @description Shown to the buyer as what is paid for. */
            label?: string | null;
            /**
             * Format: moment
             * @description From 15 minutes to 30 days ahead; default: in 24 hours.
             */
            expires_at?: string | null;
        };
        /** PaymentLinkEvent */
        PaymentLinkEvent: {
            /** @description The same in every delivery of this event. */
            id: string;
            /**
             * @description What happened. Further types will come: pass over those you do not know.
             * @enum {string}
             */
            type: "payment_link.created" | "payment_link.paid" | "payment_link.expired" | "payment_link.cancelled";
            /** @description Counts the company's events in the order of their commits, without gaps. */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            company_id: number;
            /** @description Who caused it. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused it, if one did. */
            request_id: string | null;
            data: {
                object: components["schemas"]["PaymentLink"];
                previous?: components["schemas"]["PaymentLink"];
            };
        };
        /** PortalSettings */
        PortalSettings: {
            allowed_origins: string[];
            /** Format: date-time */
            updated_at: string | null;
        };
        /** PortalSettingsInput */
        PortalSettingsInput: {
            /** @description The sites whose pages may show the embed: scheme, host and port, as browsers write them. The list replaces the one before; an empty one lets nobody in. */
            allowed_origins: string[];
        };
        /** Product */
        Product: {
            id: number;
            name: string;
            description: string | null;
            sku: string | null;
            /** @enum {string} */
            kind: "goods" | "service";
            /** @description null: priced by the line. */
            unit_price: number | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            tax_rate: number;
            /** @enum {string} */
            tax_category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M";
            exemption_reason: string | null;
            unit_code: string;
            hs_code: string | null;
            service_code: string | null;
            active: boolean;
            portal: boolean;
            external_id: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata: Record<string, unknown>;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** ProductCreate */
        ProductCreate: {
            name: string;
            description?: string | null;
            sku?: string | null;
            /**
             * @default goods
             * @enum {unknown}
             */
            kind?: "goods" | "service" | null;
            unit_price?: number | string | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency?: string | null;
            /** @description A percentage: 7.5 means 7.5 %. */
            tax_rate?: number | string | null;
            /**
             * @description EN 16931 letter; default S above 0 %, Z at 0.
             * @enum {unknown}
             */
            tax_category?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | null;
            exemption_reason?: string | null;
            /** @description UN/ECE Rec 20; default C62 (one). */
            unit_code?: string | null;
            hs_code?: string | null;
            service_code?: string | null;
            /** @default true */
            active?: boolean | null;
            /**
             * @description Offered in the portal embed.
             * @default false
             */
            portal?: boolean | null;
            /** @description Your own identifier; unique per company. */
            external_id?: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata?: Record<string, unknown> | null;
        };
        /** ProductEvent */
        ProductEvent: {
            /** @description The same in every delivery of this event. */
            id: string;
            /**
             * @description What happened. Further types will come: pass over those you do not know.
             * @enum {string}
             */
            type: "product.created" | "product.updated";
            /** @description Counts the company's events in the order of their commits, without gaps. */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            company_id: number;
            /** @description Who caused it. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused it, if one did. */
            request_id: string | null;
            data: {
                object: components["schemas"]["Product"];
                previous?: components["schemas"]["Product"];
            };
        };
        /**
         * ProductPatch
         * @description Only what is sent changes; null clears, or brings the default back.
         */
        ProductPatch: {
            name?: string;
            description?: string | null;
            sku?: string | null;
            /**
             * @default goods
             * @enum {unknown}
             */
            kind?: "goods" | "service" | null;
            unit_price?: number | string | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency?: string | null;
            /** @description A percentage: 7.5 means 7.5 %. */
            tax_rate?: number | string | null;
            /**
             * @description EN 16931 letter; default S above 0 %, Z at 0.
             * @enum {unknown}
             */
            tax_category?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | null;
            exemption_reason?: string | null;
            /** @description UN/ECE Rec 20; default C62 (one). */
            unit_code?: string | null;
            hs_code?: string | null;
            service_code?: string | null;
            /** @default true */
            active?: boolean | null;
            /**
             * @description Offered in the portal embed.
             * @default false
             */
            portal?: boolean | null;
            /** @description Your own identifier; unique per company. */
            external_id?: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata?: Record<string, unknown> | null;
        };
        /** Refund */
        Refund: {
            id: number;
            /** @description In major units of the currency, exact to its last digit. */
            amount: number;
            reason: string | null;
            /**
             * @description Through a gateway it is `pending` until the gateway has done it, or said why not.
             * @enum {string}
             */
            status: "pending" | "done" | "failed";
            /** @description Why it failed, or why it is not done yet. */
            failure: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            settled_at: string | null;
        };
        /** RefundCreate */
        RefundCreate: {
            /** @description Default: all that is left of the payment. */
            amount?: number | string | null;
            reason?: string | null;
        };
        /** Registration */
        Registration: {
            adapter: string;
            environment: string;
            /** @description The authority's own name for the document, fixed before the first call. */
            document_key: string;
            /** @description SHA-256 of the document as it was frozen. */
            hash: string;
            /**
             * @description `rejected`: by the authority. `withdrawn`: given up before anything was taken, because the company changed its account and the new one needs more data.
             * @enum {string}
             */
            state: "queued" | "submitting" | "unknown" | "pending" | "accepted" | "cancelling" | "rejected" | "cancelled" | "withdrawn";
            irn: string | null;
            cancel_reason: string | null;
            calls_made: number;
            /** Format: date-time */
            next_action_at: string | null;
            /** @description The last fifty, newest first. */
            calls: components["schemas"]["FiscalCall"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** Replay */
        Replay: {
            endpoint_ids: number[];
            /** @description Deliveries that will be made; with `since`, events that will be looked at, some of which an endpoint's filter may pass over. */
            count: number;
            /** @description With `failed`: are there more? Then ask again. */
            has_more: boolean;
        };
        /**
         * ReplayRequest
         * @description Either `since` or `failed`.
         */
        ReplayRequest: {
            /**
             * Format: moment
             * @description Every event since then, delivered or not: a date (where the company is) or a timestamp.
             */
            since?: string | null;
            /** @description Every delivery that failed, oldest first, 10,000 at a time. */
            failed?: boolean | null;
            /** @description Only to this endpoint. */
            endpoint_id?: number | null;
        };
        /** Sale */
        Sale: {
            id: number;
            number: string;
            /** @enum {string} */
            status: "open" | "invoiced" | "cancelled";
            customer_id: number | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description In major units of the currency, exact to its last digit. */
            subtotal: number;
            /** @description In major units of the currency, exact to its last digit. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description In major units of the currency, exact to its last digit. */
            total: number;
            /** Format: date */
            booking_date: string | null;
            invoice_id: number | null;
            /** @description The invoice's: unguessable; shows it in the portal embed. */
            portal_token: string | null;
            /** @enum {string} */
            source: "api" | "portal" | "site";
            /** @description The number of the buyer's purchase order. */
            po_number: string | null;
            external_id: string | null;
            notes: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata: Record<string, unknown>;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            lines: components["schemas"]["Line"][];
        };
        /** SaleCreate */
        SaleCreate: {
            /** @description May be left out for a walk-in sale; needed to invoice it. */
            customer_id?: number | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency?: string | null;
            lines: components["schemas"]["LineInput"][];
            /**
             * Format: date
             * @description When what was ordered is wanted.
             */
            booking_date?: string | null;
            /** @description The number of the buyer's purchase order. */
            po_number?: string | null;
            notes?: string | null;
            /** @description Your own identifier; unique per company. */
            external_id?: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata?: Record<string, unknown> | null;
        };
        /** SaleEntry */
        SaleEntry: {
            id: number;
            number: string;
            /** @enum {string} */
            status: "open" | "invoiced" | "cancelled";
            customer_id: number | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description In major units of the currency, exact to its last digit. */
            subtotal: number;
            /** @description In major units of the currency, exact to its last digit. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description In major units of the currency, exact to its last digit. */
            total: number;
            /** Format: date */
            booking_date: string | null;
            invoice_id: number | null;
            /** @description The invoice's: unguessable; shows it in the portal embed. */
            portal_token: string | null;
            /** @enum {string} */
            source: "api" | "portal" | "site";
            /** @description The number of the buyer's purchase order. */
            po_number: string | null;
            external_id: string | null;
            notes: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata: Record<string, unknown>;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description With include=lines. */
            lines?: components["schemas"]["Line"][];
        };
        /** SaleEvent */
        SaleEvent: {
            /** @description The same in every delivery of this event. */
            id: string;
            /**
             * @description What happened. Further types will come: pass over those you do not know.
             * @enum {string}
             */
            type: "sale.created" | "sale.updated" | "sale.cancelled" | "sale.invoiced";
            /** @description Counts the company's events in the order of their commits, without gaps. */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            company_id: number;
            /** @description Who caused it. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused it, if one did. */
            request_id: string | null;
            data: {
                object: components["schemas"]["Sale"];
                previous?: components["schemas"]["Sale"];
            };
        };
        /**
         * SalePatch
         * @description Only what is sent changes; lines are replaced as a whole; null clears.
         */
        SalePatch: {
            /** @description May be left out for a walk-in sale; needed to invoice it. */
            customer_id?: number | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency?: string | null;
            lines?: components["schemas"]["LineInput"][];
            /**
             * Format: date
             * @description When what was ordered is wanted.
             */
            booking_date?: string | null;
            /** @description The number of the buyer's purchase order. */
            po_number?: string | null;
            notes?: string | null;
            /** @description Your own identifier; unique per company. */
            external_id?: string | null;
            /** @description Yours to use: up to 50 keys and 16 KiB as JSON text, kept and returned as given. */
            metadata?: Record<string, unknown> | null;
        };
        /** SecretRotation */
        SecretRotation: {
            /**
             * @description How long the old secret goes on signing beside the new one; at most 7 days.
             * @default 0
             */
            overlap_seconds?: number | null;
        };
        /** Supplier */
        Supplier: {
            name: string;
            tax_id: string | null;
            registration_number: string | null;
            email: string | null;
            phone: string | null;
            address: components["schemas"]["Address"];
        };
        /** TaxGroup */
        TaxGroup: {
            /** @enum {string} */
            category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M";
            rate: number;
            /** @description In major units of the currency, exact to its last digit. */
            taxable_amount: number;
            /** @description In major units of the currency, exact to its last digit. */
            tax_amount: number;
        };
        /** Tenant */
        Tenant: {
            company_id: number;
            name: string;
            /** @enum {string} */
            status: "pending" | "active" | "suspended";
        };
        /** WebhookTest */
        WebhookTest: {
            /** @description The primary endpoint, if not given. */
            endpoint_id?: number | null;
        };
    };
    responses: {
        /** @description One of `integration_auth_failed`, `integration_error`. */
        BadGateway_integration_auth_failed_e_invoicing_integration_error_e_invoicing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 1 MiB; 16 KiB where neither key nor session is needed. */
        BodyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_customers_read_catalog: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_customers_write_catalog: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_integrations_configure_einvoicing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_integrations_einvoicing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_invoices_read_invoicing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_invoices_write_invoicing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_payments_read_payments: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_payments_write_payments: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_portal_configure_portal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_portal_embed_portal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_products_read_catalog: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_products_write_catalog: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_sales_read_catalog: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_sales_write_catalog: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_webhooks_read_webhooks: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_webhooks_write_webhooks: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A fault on our side. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No record of this company has that id. Another company's record looks the same as none. */
        NotFound_credit_note: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No record of this company has that id. Another company's record looks the same as none. */
        NotFound_customer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No record of this company has that id. Another company's record looks the same as none. */
        NotFound_delivery: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No record of this company has that id. Another company's record looks the same as none. */
        NotFound_endpoint: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No record of this company has that id. Another company's record looks the same as none. */
        NotFound_event: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No record of this company has that id. Another company's record looks the same as none. */
        NotFound_invoice: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No record of this company has that id. Another company's record looks the same as none. */
        NotFound_payment: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No record of this company has that id. Another company's record looks the same as none. */
        NotFound_payment_link: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No record of this company has that id. Another company's record looks the same as none. */
        NotFound_product: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No record of this company has that id. Another company's record looks the same as none. */
        NotFound_registration_of_this_document: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No record of this company has that id. Another company's record looks the same as none. */
        NotFound_sale: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description More POST requests came with this key, or of this company, than the rate allows, or the company read more than its budget of cost units; `budget` says which. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `quota_exceeded`, `rate_limited`. */
        TooManyRequests_invoices: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `quota_exceeded`, `rate_limited`. */
        TooManyRequests_payment_links: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description More POST requests came with this key, or of this company, than the rate allows, or the company read more than its budget of cost units; `budget` says which. */
        TooManyRequests_reads: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The App ID or the Secret is missing, wrong, expired or revoked. */
        Unauthenticated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service can't reach its database. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `idempotency_busy`, `database_unavailable`. */
        Unavailable_idempotency_busy: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `idempotency_busy`, `database_unavailable`, `integration_not_configured`. */
        Unavailable_idempotency_busy_integration_not_configured_payments: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `idempotency_busy`, `database_unavailable`, `secret_unreadable`. */
        Unavailable_idempotency_busy_secret_unreadable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `database_unavailable`, `integration_not_configured`. */
        Unavailable_integration_not_configured_e_invoicing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `database_unavailable`, `integration_not_configured`, `integration_unavailable`, `secret_unreadable`. */
        Unavailable_integration_not_configured_e_invoicing_integration_unavailable_e_invoicing_secret_unreadable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `database_unavailable`, `integration_unavailable`. */
        Unavailable_integration_unavailable_e_invoicing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `database_unavailable`, `query_timeout`. */
        Unavailable_query_timeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `database_unavailable`, `secret_unreadable`. */
        Unavailable_secret_unreadable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`, keyed with the whole webhook secret. Two `v1` while a secret is changed. */
        PaySignature: string;
        /** @description The event's id, as Standard Webhooks has it. */
        WebhookId: string;
        /** @description When it was signed, in Unix seconds. */
        WebhookTimestamp: string;
        /** @description For libraries that verify Standard Webhooks. */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Address = components['schemas']['Address'];
export type AddressInput = components['schemas']['AddressInput'];
export type AllocationCreate = components['schemas']['AllocationCreate'];
export type AuthorityRemark = components['schemas']['AuthorityRemark'];
export type Buyer = components['schemas']['Buyer'];
export type Cancellation = components['schemas']['Cancellation'];
export type CreditNote = components['schemas']['CreditNote'];
export type CreditNoteCreate = components['schemas']['CreditNoteCreate'];
export type CreditNoteEntry = components['schemas']['CreditNoteEntry'];
export type CreditNoteEvent = components['schemas']['CreditNoteEvent'];
export type Customer = components['schemas']['Customer'];
export type CustomerCreate = components['schemas']['CustomerCreate'];
export type CustomerEvent = components['schemas']['CustomerEvent'];
export type CustomerPatch = components['schemas']['CustomerPatch'];
export type CustomerSnapshot = components['schemas']['CustomerSnapshot'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryWithAttempts = components['schemas']['DeliveryWithAttempts'];
export type DiagnoseRequest = components['schemas']['DiagnoseRequest'];
export type Diagnosis = components['schemas']['Diagnosis'];
export type Endpoint = components['schemas']['Endpoint'];
export type EndpointCreate = components['schemas']['EndpointCreate'];
export type EndpointEvent = components['schemas']['EndpointEvent'];
export type EndpointPatch = components['schemas']['EndpointPatch'];
export type Error = components['schemas']['Error'];
export type Event = components['schemas']['Event'];
export type FailedPayment = components['schemas']['FailedPayment'];
export type FailedPaymentEvent = components['schemas']['FailedPaymentEvent'];
export type Fiscal = components['schemas']['Fiscal'];
export type FiscalCall = components['schemas']['FiscalCall'];
export type FiscalIntegration = components['schemas']['FiscalIntegration'];
export type InboxEntry = components['schemas']['InboxEntry'];
export type IntegrationInput = components['schemas']['IntegrationInput'];
export type Invoice = components['schemas']['Invoice'];
export type InvoiceCreate = components['schemas']['InvoiceCreate'];
export type InvoiceEntry = components['schemas']['InvoiceEntry'];
export type InvoiceEvent = components['schemas']['InvoiceEvent'];
export type InvoicePatch = components['schemas']['InvoicePatch'];
export type Line = components['schemas']['Line'];
export type LineInput = components['schemas']['LineInput'];
export type OrderCreate = components['schemas']['OrderCreate'];
export type OrderInvoice = components['schemas']['OrderInvoice'];
export type Pagination = components['schemas']['Pagination'];
export type Payment = components['schemas']['Payment'];
export type PaymentAttempt = components['schemas']['PaymentAttempt'];
export type PaymentCreate = components['schemas']['PaymentCreate'];
export type PaymentEvent = components['schemas']['PaymentEvent'];
export type PaymentLink = components['schemas']['PaymentLink'];
export type PaymentLinkCreate = components['schemas']['PaymentLinkCreate'];
export type PaymentLinkEvent = components['schemas']['PaymentLinkEvent'];
export type PortalSettings = components['schemas']['PortalSettings'];
export type PortalSettingsInput = components['schemas']['PortalSettingsInput'];
export type Product = components['schemas']['Product'];
export type ProductCreate = components['schemas']['ProductCreate'];
export type ProductEvent = components['schemas']['ProductEvent'];
export type ProductPatch = components['schemas']['ProductPatch'];
export type Refund = components['schemas']['Refund'];
export type RefundCreate = components['schemas']['RefundCreate'];
export type Registration = components['schemas']['Registration'];
export type Replay = components['schemas']['Replay'];
export type ReplayRequest = components['schemas']['ReplayRequest'];
export type Sale = components['schemas']['Sale'];
export type SaleCreate = components['schemas']['SaleCreate'];
export type SaleEntry = components['schemas']['SaleEntry'];
export type SaleEvent = components['schemas']['SaleEvent'];
export type SalePatch = components['schemas']['SalePatch'];
export type SecretRotation = components['schemas']['SecretRotation'];
export type Supplier = components['schemas']['Supplier'];
export type TaxGroup = components['schemas']['TaxGroup'];
export type Tenant = components['schemas']['Tenant'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type ResponseBadGatewayIntegrationAuthFailedEInvoicingIntegrationErrorEInvoicing = components['responses']['BadGateway_integration_auth_failed_e_invoicing_integration_error_e_invoicing'];
export type ResponseBodyTooLarge = components['responses']['BodyTooLarge'];
export type ResponseForbiddenCustomersReadCatalog = components['responses']['Forbidden_customers_read_catalog'];
export type ResponseForbiddenCustomersWriteCatalog = components['responses']['Forbidden_customers_write_catalog'];
export type ResponseForbiddenIntegrationsConfigureEinvoicing = components['responses']['Forbidden_integrations_configure_einvoicing'];
export type ResponseForbiddenIntegrationsEinvoicing = components['responses']['Forbidden_integrations_einvoicing'];
export type ResponseForbiddenInvoicesReadInvoicing = components['responses']['Forbidden_invoices_read_invoicing'];
export type ResponseForbiddenInvoicesWriteInvoicing = components['responses']['Forbidden_invoices_write_invoicing'];
export type ResponseForbiddenPaymentsReadPayments = components['responses']['Forbidden_payments_read_payments'];
export type ResponseForbiddenPaymentsWritePayments = components['responses']['Forbidden_payments_write_payments'];
export type ResponseForbiddenPortalConfigurePortal = components['responses']['Forbidden_portal_configure_portal'];
export type ResponseForbiddenPortalEmbedPortal = components['responses']['Forbidden_portal_embed_portal'];
export type ResponseForbiddenProductsReadCatalog = components['responses']['Forbidden_products_read_catalog'];
export type ResponseForbiddenProductsWriteCatalog = components['responses']['Forbidden_products_write_catalog'];
export type ResponseForbiddenSalesReadCatalog = components['responses']['Forbidden_sales_read_catalog'];
export type ResponseForbiddenSalesWriteCatalog = components['responses']['Forbidden_sales_write_catalog'];
export type ResponseForbiddenWebhooksReadWebhooks = components['responses']['Forbidden_webhooks_read_webhooks'];
export type ResponseForbiddenWebhooksWriteWebhooks = components['responses']['Forbidden_webhooks_write_webhooks'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseNotFoundCreditNote = components['responses']['NotFound_credit_note'];
export type ResponseNotFoundCustomer = components['responses']['NotFound_customer'];
export type ResponseNotFoundDelivery = components['responses']['NotFound_delivery'];
export type ResponseNotFoundEndpoint = components['responses']['NotFound_endpoint'];
export type ResponseNotFoundEvent = components['responses']['NotFound_event'];
export type ResponseNotFoundInvoice = components['responses']['NotFound_invoice'];
export type ResponseNotFoundPayment = components['responses']['NotFound_payment'];
export type ResponseNotFoundPaymentLink = components['responses']['NotFound_payment_link'];
export type ResponseNotFoundProduct = components['responses']['NotFound_product'];
export type ResponseNotFoundRegistrationOfThisDocument = components['responses']['NotFound_registration_of_this_document'];
export type ResponseNotFoundSale = components['responses']['NotFound_sale'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseTooManyRequestsInvoices = components['responses']['TooManyRequests_invoices'];
export type ResponseTooManyRequestsPaymentLinks = components['responses']['TooManyRequests_payment_links'];
export type ResponseTooManyRequestsReads = components['responses']['TooManyRequests_reads'];
export type ResponseUnauthenticated = components['responses']['Unauthenticated'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseUnavailableIdempotencyBusy = components['responses']['Unavailable_idempotency_busy'];
export type ResponseUnavailableIdempotencyBusyIntegrationNotConfiguredPayments = components['responses']['Unavailable_idempotency_busy_integration_not_configured_payments'];
export type ResponseUnavailableIdempotencyBusySecretUnreadable = components['responses']['Unavailable_idempotency_busy_secret_unreadable'];
export type ResponseUnavailableIntegrationNotConfiguredEInvoicing = components['responses']['Unavailable_integration_not_configured_e_invoicing'];
export type ResponseUnavailableIntegrationNotConfiguredEInvoicingIntegrationUnavailableEInvoicingSecretUnreadable = components['responses']['Unavailable_integration_not_configured_e_invoicing_integration_unavailable_e_invoicing_secret_unreadable'];
export type ResponseUnavailableIntegrationUnavailableEInvoicing = components['responses']['Unavailable_integration_unavailable_e_invoicing'];
export type ResponseUnavailableQueryTimeout = components['responses']['Unavailable_query_timeout'];
export type ResponseUnavailableSecretUnreadable = components['responses']['Unavailable_secret_unreadable'];
export type ParameterPaySignature = components['parameters']['PaySignature'];
export type ParameterWebhookId = components['parameters']['WebhookId'];
export type ParameterWebhookTimestamp = components['parameters']['WebhookTimestamp'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type $defs = Record<string, never>;
export interface operations {
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is good. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @constant */
                        service: "billfold";
                        /** @constant */
                        api_version: "v1";
                        /** @enum {string} */
                        environment: "production" | "staging" | "sandbox";
                        tenant: components["schemas"]["Tenant"];
                        app_id: string;
                        scopes: ("invoices:read" | "invoices:write" | "customers:read" | "customers:write" | "products:read" | "products:write" | "sales:read" | "sales:write" | "integrations" | "integrations:configure" | "payments:read" | "payments:write" | "portal:embed" | "portal:configure" | "webhooks:read" | "webhooks:write")[];
                        /** Format: date-time */
                        server_time: string;
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description Entries a page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                /** @description Your own identifier; unique per company. */
                external_id?: string;
                /** @description Finds names that contain this, and whole numbers. */
                q?: string;
                /** @description Adds to the answer, comma-separated: total_count. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of customers, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        customers: components["schemas"]["Customer"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerCreate"];
            };
        };
        responses: {
            /** @description The new customer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        customer: components["schemas"]["Customer"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        customer: components["schemas"]["Customer"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerPatch"];
            };
        };
        responses: {
            /** @description The customer as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        customer: components["schemas"]["Customer"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Entries a page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                /** @description ISO 4217 code, upper case. */
                currency?: string;
                /** @description Your own identifier; unique per company. */
                external_id?: string;
                sku?: string;
                active?: boolean;
                portal?: boolean;
                /** @description Finds names that contain this, and whole numbers. */
                q?: string;
                /** @description Adds to the answer, comma-separated: total_count. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of products, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        products: components["schemas"]["Product"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductCreate"];
            };
        };
        responses: {
            /** @description The new product. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        product: components["schemas"]["Product"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        product: components["schemas"]["Product"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductPatch"];
            };
        };
        responses: {
            /** @description The product as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        product: components["schemas"]["Product"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listSales: {
        parameters: {
            query?: {
                /** @description Entries a page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                status?: "open" | "invoiced" | "cancelled";
                customer_id?: number;
                /** @description ISO 4217 code, upper case. */
                currency?: string;
                /** @description Your own identifier; unique per company. */
                external_id?: string;
                /** @description Finds names that contain this, and whole numbers. */
                q?: string;
                /** @description Adds to the answer, comma-separated: lines, total_count. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sales orders, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        sales: components["schemas"]["SaleEntry"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    createSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaleCreate"];
            };
        };
        responses: {
            /** @description The new sale, open. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        sale: components["schemas"]["Sale"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getSale: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sale with its lines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        sale: components["schemas"]["Sale"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updateSale: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SalePatch"];
            };
        };
        responses: {
            /** @description The sale as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        sale: components["schemas"]["Sale"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    cancelSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sale, cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        sale: components["schemas"]["Sale"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description Entries a page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                status?: "draft" | "open" | "partially_paid" | "paid" | "void" | "uncollectible" | "overdue";
                fiscal_status?: "none" | "pending" | "registered" | "rejected" | "cancelled";
                customer_id?: number;
                /** @description ISO 4217 code, upper case. */
                currency?: string;
                /** @description Your own identifier; unique per company. */
                external_id?: string;
                /** @description Finds names that contain this, and whole numbers. */
                q?: string;
                /** @description Adds to the answer, comma-separated: lines, total_count. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of invoices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        invoices: components["schemas"]["InvoiceEntry"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    createInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceCreate"];
            };
        };
        responses: {
            /** @description The new draft with its lines and totals. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        invoice: components["schemas"]["Invoice"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        invoice: components["schemas"]["Invoice"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    deleteInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updateInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoicePatch"];
            };
        };
        responses: {
            /** @description The draft as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        invoice: components["schemas"]["Invoice"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    issueInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice, open. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        invoice: components["schemas"]["Invoice"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    voidInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice, void. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        invoice: components["schemas"]["Invoice"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    writeOffInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice, uncollectible. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        invoice: components["schemas"]["Invoice"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    refreshParties: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice with its parties as they now are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        invoice: components["schemas"]["Invoice"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    invoiceSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new draft, and the sale it came from. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        invoice: components["schemas"]["Invoice"];
                        sale: components["schemas"]["Sale"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    createCreditNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreditNoteCreate"];
            };
        };
        responses: {
            /** @description The credit note, and the invoice as it now is. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        credit_note: components["schemas"]["CreditNote"];
                        invoice: components["schemas"]["Invoice"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listCreditNotes: {
        parameters: {
            query?: {
                /** @description Entries a page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                invoice_id?: number;
                fiscal_status?: "none" | "pending" | "registered" | "rejected" | "cancelled";
                /** @description Adds to the answer, comma-separated: lines, total_count. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of credit notes, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        credit_notes: components["schemas"]["CreditNoteEntry"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getCreditNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credit note. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        credit_note: components["schemas"]["CreditNote"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getInvoicePdf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice on A4 pages, named by its number. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    registerInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is registered; this is its fiscal reference. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        irn: string | null;
                        invoice: components["schemas"]["Invoice"];
                        fiscal: components["schemas"]["Fiscal"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
            /** @description The authority decides later; `irn` is null until then. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        irn: string | null;
                        invoice: components["schemas"]["Invoice"];
                        fiscal: components["schemas"]["Fiscal"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    cancelRegistration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Cancellation"];
            };
        };
        responses: {
            /** @description It is cancelled. The IRN stays, for reference. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        irn: string | null;
                        invoice: components["schemas"]["Invoice"];
                        fiscal: components["schemas"]["Fiscal"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    registerCreditNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is registered; this is its fiscal reference. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        irn: string | null;
                        credit_note: components["schemas"]["CreditNote"];
                        fiscal: components["schemas"]["Fiscal"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
            /** @description The authority decides later; `irn` is null until then. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        irn: string | null;
                        credit_note: components["schemas"]["CreditNote"];
                        fiscal: components["schemas"]["Fiscal"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document that was frozen, its state, and the calls made for it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        registration: components["schemas"]["Registration"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getCreditNoteRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document that was frozen, its state, and the calls made for it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        registration: components["schemas"]["Registration"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getInvoiceXml: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice as it was issued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
        };
    };
    getCreditNoteXml: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credit note, with a reference to its invoice. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integration of this environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        integration: components["schemas"]["FiscalIntegration"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    setIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IntegrationInput"];
            };
        };
        responses: {
            /** @description The integration, without its secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        integration: components["schemas"]["FiscalIntegration"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    removeIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is none any more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description Entries a page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                invoice_id?: number;
                /** @description Adds to the answer, comma-separated: total_count. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        payments: components["schemas"]["Payment"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    recordPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentCreate"];
            };
        };
        responses: {
            /** @description It was recorded before, under the same reference. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        payment: components["schemas"]["Payment"];
                        invoice: components["schemas"]["Invoice"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
            /** @description The payment, and the invoice as it now is. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        payment: components["schemas"]["Payment"];
                        invoice: components["schemas"]["Invoice"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        payment: components["schemas"]["Payment"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RefundCreate"];
            };
        };
        responses: {
            /** @description The refund, and the payment as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        refund: components["schemas"]["Refund"];
                        payment: components["schemas"]["Payment"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    allocatePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AllocationCreate"];
            };
        };
        responses: {
            /** @description The payment and the invoice as they now are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        payment: components["schemas"]["Payment"];
                        invoice: components["schemas"]["Invoice"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentLinkCreate"];
            };
        };
        responses: {
            /** @description The link; its fields stand at the top level. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Unguessable: whoever has it may pay. */
                        reference: string;
                        checkout_url: string;
                        /** @description In major units of the currency, exact to its last digit. */
                        amount: number;
                        /**
                         * Format: currency
                         * @description ISO 4217 code, upper case.
                         */
                        currency: string;
                        invoice_id: number | null;
                        email: string | null;
                        phone: string | null;
                        purpose: string | null;
                        label: string | null;
                        /** @enum {string} */
                        status: "active" | "paid" | "expired" | "cancelled";
                        /** @description The last ten tries of buyers to pay, newest first. */
                        attempts: components["schemas"]["PaymentAttempt"][];
                        /** Format: date-time */
                        expires_at: string;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        /** @description The checkout URL as a QR code: a PNG in base64, without a prefix. */
                        qr: string;
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                /** @description Entries a page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                status?: "active" | "paid" | "expired" | "cancelled";
                invoice_id?: number;
                /** @description Adds to the answer, comma-separated: total_count. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payment links, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        payment_links: components["schemas"]["PaymentLink"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        payment_link: components["schemas"]["PaymentLink"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    cancelPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link, cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        payment_link: components["schemas"]["PaymentLink"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getPortalConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names and addresses, at the top level. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        company_id: number;
                        app_id: string;
                        /** @description The name of the invoice parameter. */
                        invoice_id: string;
                        links: {
                            /** Format: uri */
                            site: string;
                            /** Format: uri */
                            embed_script: string;
                            /** Format: uri */
                            orders: string;
                            /** Format: uri */
                            checkout: string;
                        };
                        /**
                         * Format: uri
                         * @description This version of the script, for good; the only address that the hash is for.
                         */
                        embed_script_versioned: string;
                        /** @description For the attribute `integrity`. */
                        embed_integrity: string;
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    createPortalOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderCreate"];
            };
        };
        responses: {
            /** @description The order, its invoice, and where the buyer pays. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        order: components["schemas"]["Sale"];
                        invoice: components["schemas"]["OrderInvoice"];
                        invoice_id: number;
                        /** @description Where the buyer pays; null while the company takes no payments. */
                        checkout_url: string | null;
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getPortalSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings; nobody is let in before they are set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        portal: components["schemas"]["PortalSettings"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    setPortalSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalSettingsInput"];
            };
        };
        responses: {
            /** @description The settings as they now are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        portal: components["schemas"]["PortalSettings"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Entries a page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before, unchanged. */
                cursor?: string;
                /** @description Only events after this sequence. A cursor says the same and comes first. */
                after?: number;
                /** @description Only events of this type. */
                type?: "invoice.created" | "invoice.updated" | "invoice.deleted" | "invoice.issued" | "invoice.parties_refreshed" | "invoice.registration_pending" | "invoice.registered" | "invoice.registration_failed" | "invoice.registration_cancelled" | "invoice.partially_paid" | "invoice.paid" | "invoice.overdue" | "invoice.voided" | "invoice.written_off" | "payment.recorded" | "payment.failed" | "payment.refunded" | "payment_link.created" | "payment_link.paid" | "payment_link.expired" | "payment_link.cancelled" | "sale.created" | "sale.updated" | "sale.cancelled" | "sale.invoiced" | "customer.created" | "customer.updated" | "product.created" | "product.updated" | "credit_note.issued" | "credit_note.registration_pending" | "credit_note.registered" | "credit_note.registration_failed" | "webhook.test" | "webhook.disabled";
                /** @description Seconds to wait for an event where there is none yet. The answer may come sooner and empty: ask again. */
                wait?: number;
                /** @description Adds to the answer, comma-separated: total_count. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        events: components["schemas"]["Event"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event, as it is delivered; without `data` where the key may not read the record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        event: components["schemas"]["Event"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listEndpoints: {
        parameters: {
            query?: {
                /** @description Entries a page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                status?: "enabled" | "disabled";
                /** @description Adds to the answer, comma-separated: total_count. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        endpoints: components["schemas"]["Endpoint"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    createEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointCreate"];
            };
        };
        responses: {
            /** @description The endpoint, and its secret, which is shown only here. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        endpoint: components["schemas"]["Endpoint"];
                        /** @description Shown only here. The key of X-Pay-Signature is this whole text. */
                        webhook_secret: string;
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        endpoint: components["schemas"]["Endpoint"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    deleteEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updateEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointPatch"];
            };
        };
        responses: {
            /** @description The endpoint as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        endpoint: components["schemas"]["Endpoint"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    rotateEndpointSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description The endpoint, and its secret, which is shown only here. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        endpoint: components["schemas"]["Endpoint"];
                        /** @description Shown only here. The key of X-Pay-Signature is this whole text. */
                        webhook_secret: string;
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Entries a page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                status?: "pending" | "succeeded" | "failed";
                endpoint_id?: number;
                event_id?: string;
                /** @description Adds to the answer, comma-separated: total_count. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        deliveries: components["schemas"]["Delivery"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery with its attempts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        delivery: components["schemas"]["DeliveryWithAttempts"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, pending. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        delivery: components["schemas"]["DeliveryWithAttempts"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description What will be delivered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        replay: components["schemas"]["Replay"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description The event, and its delivery, which is about to be made. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        event: components["schemas"]["Event"];
                        delivery: components["schemas"]["DeliveryWithAttempts"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    diagnoseWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your choice; makes a retry safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiagnoseRequest"];
            };
        };
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        diagnosis: components["schemas"]["Diagnosis"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listInbox: {
        parameters: {
            query?: {
                /** @description Entries a page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the page before, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                /** @description Adds to the answer, comma-separated: total_count. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events that came in, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        inbox_entries: components["schemas"]["InboxEntry"][];
                        /**
                         * @deprecated
                         * @description The same list under its old name. Read `inbox_entries`.
                         */
                        entries: components["schemas"]["InboxEntry"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description What was tolerated but not understood. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
}
