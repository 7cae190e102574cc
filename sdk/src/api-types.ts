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
         * @description Returns the company, environment and scopes of the key. Also works for a suspended company.
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
    "/customers/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or change many customers
         * @description Up to 500 records in one request, each validated as a request with it alone would be. In `upsert` mode, fields that are omitted stay unchanged, null clears a field, and a record that changes nothing is `unchanged`: nothing is stored and no event is emitted.
         *
         *     Scope: `customers:write`.
         */
        post: operations["batchCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/by_external_id/{external_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or change a customer by your own id
         * @description Changes the customer with this `external_id`, or creates it. Fields that are omitted stay unchanged, and null clears a field; a request that changes nothing stores nothing and emits no event. Concurrent requests make one customer.
         *
         *     Scope: `customers:write`.
         */
        put: operations["upsertCustomer"];
        post?: never;
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
         * @description Fields that are omitted stay unchanged; null clears a field. Issued invoices keep the previous customer data.
         *
         *     Scope: `customers:write`.
         */
        patch: operations["updateCustomer"];
        trace?: never;
    };
    "/customers/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the personal data of a customer
         * @description Name, addresses, numbers, metadata and the like are erased from the customer, from everything that was made for it and from the events, and can't be restored. The chain of events still verifies. Issued invoices that the law requires to be kept refuse it; `erasable_from` is the day from which they do not.
         *
         *     Scope: `customers:erase`.
         */
        post: operations["eraseCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
    "/products/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or change many products
         * @description Up to 500 records in one request, each validated as a request with it alone would be. In `upsert` mode, fields that are omitted stay unchanged, null clears a field, and a record that changes nothing is `unchanged`: nothing is stored and no event is emitted.
         *
         *     Scope: `products:write`.
         */
        post: operations["batchProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/by_external_id/{external_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or change a product by your own id
         * @description Changes the product with this `external_id`, or creates it. Fields that are omitted stay unchanged, and null clears a field; a request that changes nothing stores nothing and emits no event. Concurrent requests make one product.
         *
         *     Scope: `products:write`.
         */
        put: operations["upsertProduct"];
        post?: never;
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
         * @description Fields that are omitted stay unchanged; null clears a field. Existing invoice lines stay unchanged.
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
         * Create a sale
         * @description Scope: `sales:write`.
         */
        post: operations["createSale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sales/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or change many sales
         * @description Up to 500 records in one request, each validated as a request with it alone would be. In `upsert` mode, fields that are omitted stay unchanged, null clears a field, and a record that changes nothing is `unchanged`: nothing is stored and no event is emitted.
         *
         *     Scope: `sales:write`.
         */
        post: operations["batchSales"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sales/by_external_id/{external_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or change a sale by your own id
         * @description Changes the sale with this `external_id`, or creates it. Fields that are omitted stay unchanged, and null clears a field; a request that changes nothing stores nothing and emits no event. Concurrent requests make one sale.
         *
         *     Scope: `sales:write`.
         */
        put: operations["upsertSale"];
        post?: never;
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
    "/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List quotes
         * @description Scope: `sales:read`.
         */
        get: operations["listQuotes"];
        put?: never;
        /**
         * Create a quote
         * @description Scope: `sales:write`.
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one quote
         * @description Scope: `sales:read`.
         */
        get: operations["getQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a draft quote
         * @description Only drafts can be changed: what the buyer was sent stays as it is. To offer something else, create a new quote.
         *
         *     Scope: `sales:write`.
         */
        patch: operations["updateQuote"];
        trace?: never;
    };
    "/quotes/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that the buyer accepted a quote
         * @description For an acceptance that reached you in another way than by the page of the quote.
         *
         *     Scope: `sales:write`.
         */
        post: operations["acceptQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that the buyer declined a quote
         * @description For an answer that reached you in another way, or to withdraw a quote that was sent.
         *
         *     Scope: `sales:write`.
         */
        post: operations["declineQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{id}/sale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a sale from a quote
         * @description A sent or accepted quote becomes one sale, or by POST /quotes/{id}/invoice one draft invoice, and is `invoiced`.
         *
         *     Scope: `sales:write`.
         */
        post: operations["sellQuote"];
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
         * @description Newest first. Records are returned without their lines; include=lines adds them.
         *
         *     Scope: `invoices:read`.
         */
        get: operations["listInvoices"];
        put?: never;
        /**
         * Create a draft invoice
         * @description Send an Idempotency-Key to make retries safe. Without one, retry only if you know that the first request failed. An invoice like one of the customer's latest is created all the same, and `possible_duplicate_of` names that one.
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
    "/invoices/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or change many draft invoices
         * @description Up to 500 records in one request, each validated as a request with it alone would be. In `upsert` mode, fields that are omitted stay unchanged, null clears a field, and a record that changes nothing is `unchanged`: nothing is stored and no event is emitted.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["batchInvoices"];
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
         * @description Only drafts can be deleted. Void or credit an issued invoice instead.
         *
         *     Scope: `invoices:write`.
         */
        delete: operations["deleteInvoice"];
        options?: never;
        head?: never;
        /**
         * Change a draft invoice
         * @description Only drafts can be changed. To correct an issued invoice, issue a credit note and create a new invoice; to add missing customer or company data, use refresh_parties.
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
         * @description Assigns the next invoice number (numbers have no gaps) and locks the content.
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
         * @description Only possible while the invoice has no payments and is not registered with the revenue authority.
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
         * @description A later payment still marks it as paid.
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
         * Refresh the customer and company data of an issued invoice
         * @description For an issued invoice with missing or wrong party data. While `fiscal_status` is `none`, empty fields are filled from the customer and the company; other fields stay unchanged. While it is `rejected`, name, tax_id, registration_number, address, email and phone are copied again from the customer and the company. The number and everything else stay as issued. If nothing differs, nothing changes and no event is created.
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
         * Create a draft invoice from a sale
         * @description A sale can be invoiced once and becomes `invoiced`. Deleting the draft reopens the sale.
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
    "/quotes/{id}/invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a draft invoice from a quote
         * @description A sent or accepted quote becomes one draft invoice, or by POST /quotes/{id}/sale one sale, and is `invoiced`. Deleting the draft makes the quote sent or accepted again.
         *
         *     Scope: `sales:write`.
         */
        post: operations["invoiceQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recurring_invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recurring invoices
         * @description Newest first. Records are returned without their lines; include=lines adds them.
         *
         *     Scope: `invoices:read`.
         */
        get: operations["listRecurringInvoices"];
        put?: never;
        /**
         * Create a recurring invoice
         * @description From its first date on, an invoice is made on each date of the schedule, as soon as that date has begun in the company's time zone. Each has the prices that the schedule shows.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["createRecurringInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recurring_invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one recurring invoice with its lines
         * @description Scope: `invoices:read`.
         */
        get: operations["getRecurringInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a recurring invoice that has not ended
         * @description Invoices that were made already stay as they are. To end it, set end_date to the last day on which an invoice may be dated.
         *
         *     Scope: `invoices:write`.
         */
        patch: operations["updateRecurringInvoice"];
        trace?: never;
    };
    "/recurring_invoices/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a recurring invoice
         * @description It makes no invoices until it is resumed.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["pauseRecurringInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recurring_invoices/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused recurring invoice
         * @description It goes on with its first date from today on. Dates that fell into the pause get no invoice; if no date is left, it has ended.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["resumeRecurringInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recurring_invoices/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the next twelve invoices
         * @description Their dates only. For a paused recurring invoice: the dates that it would have if it were resumed today.
         *
         *     Scope: `invoices:read`.
         */
        get: operations["previewRecurringInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchange_rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exchange rates
         * @description Scope: `invoices:read`.
         */
        get: operations["listExchangeRates"];
        put?: never;
        /**
         * Set the rate of a day
         * @description A day has one rate for each currency: setting it again replaces it and keeps its id. Issued invoices keep the rate that they were issued with.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["setExchangeRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchange_rates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one exchange rate
         * @description Scope: `invoices:read`.
         */
        get: operations["getExchangeRate"];
        put?: never;
        post?: never;
        /**
         * Delete an exchange rate
         * @description Issued invoices keep the rate that they were issued with.
         *
         *     Scope: `invoices:write`.
         */
        delete: operations["deleteExchangeRate"];
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
         * Credit an invoice fully or partially
         * @description Credit notes are issued immediately, with their own number series. A credit note lowers amount_due; at 0 the invoice is paid.
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
    "/credit_notes/{id}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply credit to another invoice
         * @description For credit that its own invoice does not need because it was paid: see `amount_to_refund` there. The other invoice is issued, and of the same customer and currency; it becomes `partially_paid` or `paid`.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["applyCreditNote"];
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
         * @description To print or to send, in the language of the customer or else of the company. In any state: a draft and a void invoice are marked as such on every page, and so is every invoice of a sandbox. The file is a PDF/A-3b; that of an issued invoice contains its UBL document or, if the company chose Factur-X, `factur-x.xml`, if company and customer have the data that EN 16931 demands.
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
    "/credit_notes/{id}.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one credit note as a PDF
         * @description To print or to send, in the language of the customer or else of the company, with the parties as the invoice has them. Every credit note of a sandbox is marked as a test. The file is a PDF/A-3b that contains the UBL document or, if the company chose Factur-X, `factur-x.xml`, if company and customer have the data that EN 16931 demands.
         *
         *     Scope: `invoices:read`.
         */
        get: operations["getCreditNotePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the receipt of a payment as a PDF
         * @description To print or to send, in the language of the customer or else of the company, however the payment was received. What was refunded since is on it; a payment that was reversed has no receipt.
         *
         *     Scope: `payments:read`.
         */
        get: operations["getReceiptPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{id}.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one quote as a PDF
         * @description To print or to send, in the language of the customer or else of the company. In any state: a draft is marked as such on every page, and so is every quote of a sandbox.
         *
         *     Scope: `sales:read`.
         */
        get: operations["getQuotePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invoice to the buyer by mail
         * @description The mail has the facts, your message, one button to the buyer's page and, unless attach_pdf is false, the PDF; answers to it go to the company's own address. It is in the language of the customer or else of the company. A mail server that is down delays the mail and loses nothing. In 24 hours a company can send 2000 documents, 20 to the same address.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["sendInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/mail_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See the mail that would bring an invoice to its buyer
         * @description Nothing is sent or stored. It has the customer's address, which `to` replaces.
         *
         *     Scope: `invoices:read`.
         */
        get: operations["previewInvoiceMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a quote to the buyer, and send it by mail
         * @description Marks the quote as sent and opens its page: `url` is its address. It is mailed to `to` or else to the customer's own address; without either, or without a mail server, `mail` is null and you give the address to the buyer yourself. The mail has the facts, your message, one button to the buyer's page and, unless attach_pdf is false, the PDF; answers to it go to the company's own address. It is in the language of the customer or else of the company. A mail server that is down delays the mail and loses nothing. With `to`, a quote that is open already is sent again. An expired quote can be sent again with a new `valid_until`. In 24 hours a company can send 2000 documents, 20 to the same address.
         *
         *     Scope: `sales:write`.
         */
        post: operations["sendQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{id}/mail_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See the mail that would bring a quote to its buyer
         * @description Nothing is sent or stored. It has the customer's address, which `to` replaces.
         *
         *     Scope: `sales:read`.
         */
        get: operations["previewQuoteMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit_notes/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a credit note to the buyer by mail
         * @description The mail has the facts, your message, one button to the buyer's page and, unless attach_pdf is false, the PDF; answers to it go to the company's own address. It is in the language of the customer or else of the company. A mail server that is down delays the mail and loses nothing. The page is that of the invoice. GET /mails with `about` says what became of it. In 24 hours a company can send 2000 documents, 20 to the same address.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["sendCreditNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit_notes/{id}/mail_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See the mail that would bring a credit note to its buyer
         * @description Nothing is sent or stored. It has the customer's address, which `to` replaces.
         *
         *     Scope: `invoices:read`.
         */
        get: operations["previewCreditNoteMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the receipt of a payment to the buyer by mail
         * @description The mail has the facts, your message, one button to the buyer's page and, unless attach_pdf is false, the PDF; answers to it go to the company's own address. It is in the language of the customer or else of the company. A mail server that is down delays the mail and loses nothing. The page is that of the invoice, if the payment has one. GET /mails with `about` says what became of it. In 24 hours a company can send 2000 documents, 20 to the same address.
         *
         *     Scope: `payments:write`.
         */
        post: operations["sendReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}/mail_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See the mail that would bring a receipt to its buyer
         * @description Nothing is sent or stored. It has the customer's address, which `to` replaces.
         *
         *     Scope: `payments:read`.
         */
        get: operations["previewReceiptMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the mails to buyers, and what became of them
         * @description Documents and reminders that were sent by mail. They are kept for 90 days.
         *
         *     Scope: `invoices:read`.
         */
        get: operations["listMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one mail and what became of it
         * @description Scope: `invoices:read`.
         */
        get: operations["getMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reminder_settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings of reminders
         * @description Scope: `invoices:read`.
         */
        get: operations["getReminderSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of reminders
         * @description Buyers who have yet to pay an issued invoice are reminded by mail on the days of the steps, counted from its due date. Only the newest step that has come is sent, and none that is more than 7 days past: switching reminders on does not send all that was missed.
         *
         *     Scope: `invoices:write`.
         */
        patch: operations["updateReminderSettings"];
        trace?: never;
    };
    "/invoices/{id}/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the reminders of an invoice
         * @description Scope: `invoices:read`.
         */
        get: operations["listInvoiceReminders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/pause_reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause the reminders of an invoice
         * @description A reminder that waits to be sent is cancelled. If they are paused already, nothing changes.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["pauseReminders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/resume_reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume the reminders of an invoice
         * @description Goes on with the newest step that has come, unless it is more than 7 days past.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["resumeReminders"];
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
         * @description A draft is issued first. An invoice is registered only once, even after a timeout: registering it again returns the same IRN without calling the authority. If the authority can't be reached or its response is lost, the registration completes in the background and an event reports the result.
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
         * @description Only possible if the authority allows it, until `fiscal.cancel_until`, and while nothing has been paid or credited. The number can't be used again: void the invoice and create a new one. If the authority can't be reached, the cancellation completes in the background.
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
         * @description The invoice must be registered first. Otherwise this works as for an invoice.
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
         * Get the registration status of an invoice, with all calls
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
         * Get the registration status of a credit note, with all calls
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
         * Download an invoice as XML
         * @description According to EN 16931, as UBL 2.1 or, with `syntax=cii`, as a Cross Industry Invoice, which is what Factur-X and ZUGFeRD contain. Both say the same. Returns 422 with the rule's name if a rule is broken.
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
         * Download a credit note as XML
         * @description According to EN 16931, as UBL 2.1 or, with `syntax=cii`, as a Cross Industry Invoice.
         *
         *     Scope: `invoices:read`.
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
         * Get the e-invoicing integration
         * @description Without its secrets. Returns 503 if there is none.
         *
         *     Scope: `integrations:read` or `integrations`.
         */
        get: operations["getIntegration"];
        put?: never;
        /**
         * Configure the e-invoicing integration
         * @description The credentials are checked with the authority first and are not stored if it rejects them. Secrets are never shown again.
         *
         *     Scope: `integrations:configure`.
         */
        post: operations["setIntegration"];
        /**
         * Remove the e-invoicing integration
         * @description Its credentials are deleted. Registered invoices stay registered. Nothing happens if there is no integration.
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
         * Record a payment against an invoice, or several of a customer
         * @description Either `invoice_id` or `allocations` says which invoices it pays. The first payment issues a draft. Repeating a payment with the same reference returns the existing payment with 200.
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
        /**
         * Change a payment’s metadata, or add the certificate of tax that was withheld
         * @description The certificate is for payments of the method withholding_tax, and often comes later. Nothing else of a payment changes.
         *
         *     Scope: `payments:write`.
         */
        patch: operations["updatePayment"];
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
         * Refund a payment fully or partially
         * @description The refund is recorded on the payment and the invoice. It does not reduce the invoice: use a credit note for that. A payment through a gateway is refunded by the gateway; the refund is `pending` until that is done.
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
    "/payments/{id}/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reverse a payment that was recorded by mistake
         * @description The payment is kept, but settles nothing any more: the invoice is owed again, and the reference can be used again. Not for money from a gateway or for a payment that was refunded.
         *
         *     Scope: `payments:write`.
         */
        post: operations["reversePayment"];
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
         * Allocate a payment to an invoice, or several
         * @description For money that was received late, exceeded the amount due, or had no invoice.
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
         * @description With or without an invoice. The payment gateway is not called before the buyer pays. With `min_amount` the buyer chooses the amount; `return_url` and `cancel_url` lead the buyer back to your pages. A `reusable` link is paid by many buyers, at most `max_payments` times; with `max_quantity` the buyer chooses how many to pay for, at `amount` each.
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
         * @description The link can no longer be paid. A payment that is already in progress is still recorded and marked as late.
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
    "/invoices/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the amounts of an invoice
         * @description Every amount as a tree of rules: what it was computed from, how it was rounded, and what EN 16931 calls it, in words and as data. The parts of an amount add up to it exactly. Keys with the scope payments:read see the payments one by one, the newest hundred.
         *
         *     Scope: `invoices:read`.
         */
        get: operations["explainInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit_notes/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the amounts of a credit note
         * @description Every amount as a tree of rules: what it was computed from, how it was rounded, and what EN 16931 calls it, in words and as data. The parts of an amount add up to it exactly.
         *
         *     Scope: `invoices:read`.
         */
        get: operations["explainCreditNote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the amounts of a payment
         * @description What the money was used for: the invoices that it pays, what is left of it, and refunds.
         *
         *     Scope: `payments:read`.
         */
        get: operations["explainPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/explain.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one invoice as a PDF that explains its amounts
         * @description The document of `GET /invoices/{id}.pdf` with an annex. It lists every amount with the steps that add up to it, their rules, what was rounded and what EN 16931 calls them, in the language of the document. Keys with the scope payments:read see the payments one by one, the newest hundred.
         *
         *     Scope: `invoices:read`.
         */
        get: operations["getExplainedInvoicePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit_notes/{id}/explain.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one credit note as a PDF that explains its amounts
         * @description The document of `GET /credit_notes/{id}.pdf` with an annex. It lists every amount with the steps that add up to it, their rules, what was rounded and what EN 16931 calls them, in the language of the document.
         *
         *     Scope: `invoices:read`.
         */
        get: operations["getExplainedCreditNotePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the statement of a customer
         * @description By currency and date: every invoice, credit note, payment, reversal, refund, write-off and void of the period, with the balance after it. Dates are days where the company is. `totals` are of all rows, of which the first 1,000 are shown; the CSV has all of them.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/statement.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as CSV
         * @description All rows, up to 100,000. The trailer `X-Row-Count` states the number of rows.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportStatementCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/statement.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as a PDF
         * @description To print or to send, on A4 pages with the company's logo, colour and footer: a table for each currency, closed by what it comes to. In the language of the company; a statement in that of its customer. All rows, up to 1,000: what is longer is refused, and is to be had as CSV.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportStatementPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/receivables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what customers owe, by age
         * @description By customer and currency, at the end of a day, and what is due in the company's currency as well. Payments without an invoice have no customer: their row has `customer_id` null. Dates are days where the company is. `totals` are of all rows, of which the first 1,000 are shown; the CSV has all of them.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportReceivables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/receivables.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as CSV
         * @description All rows, up to 100,000. The trailer `X-Row-Count` states the number of rows.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportReceivablesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/receivables.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as a PDF
         * @description To print or to send, on A4 pages with the company's logo, colour and footer: a table for each currency, closed by what it comes to. In the language of the company; a statement in that of its customer. All rows, up to 1,000: what is longer is refused, and is to be had as CSV.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportReceivablesPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get sales by customer, product or period
         * @description Invoices by their date, less credit notes and voids by the day on which they were made, in the currency of the documents and in the accounting currency at the rate of each document. Totals are by both currencies. By product, `no_product` are lines without one, and `document` the discounts and charges of whole documents, so that the rows add up. Dates are days where the company is. `totals` are of all rows, of which the first 1,000 are shown; the CSV has all of them.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/sales.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as CSV
         * @description All rows, up to 100,000. The trailer `X-Row-Count` states the number of rows.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportSalesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/sales.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as a PDF
         * @description To print or to send, on A4 pages with the company's logo, colour and footer: a table for each currency, closed by what it comes to. In the language of the company; a statement in that of its customer. All rows, up to 1,000: what is longer is refused, and is to be had as CSV.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportSalesPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/taxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get tax by category and rate
         * @description Invoices by their date, less credit notes and voids by the day on which they were made, in the currency of the documents and in the accounting currency at the rate of each document. Totals are by both currencies. Dates are days where the company is. `totals` are of all rows, of which the first 1,000 are shown; the CSV has all of them.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportTaxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/taxes.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as CSV
         * @description All rows, up to 100,000. The trailer `X-Row-Count` states the number of rows.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportTaxesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/taxes.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as a PDF
         * @description To print or to send, on A4 pages with the company's logo, colour and footer: a table for each currency, closed by what it comes to. In the language of the company; a statement in that of its customer. All rows, up to 1,000: what is longer is refused, and is to be had as CSV.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportTaxesPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get payments and refunds by method
         * @description By method and currency: payments by when they were made, reversals and refunds by the day on which they were. Tax that buyers withheld is the method `withholding_tax`. Dates are days where the company is. `totals` are of all rows, of which the first 1,000 are shown; the CSV has all of them.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/payments.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as CSV
         * @description All rows, up to 100,000. The trailer `X-Row-Count` states the number of rows.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportPaymentsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/payments.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as a PDF
         * @description To print or to send, on A4 pages with the company's logo, colour and footer: a table for each currency, closed by what it comes to. In the language of the company; a statement in that of its customer. All rows, up to 1,000: what is longer is refused, and is to be had as CSV.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportPaymentsPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/statement/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the amounts of the report of a customer's account
         * @description The balance of a customer: what was owed before the period, and every record that changed it. The parts of an amount add up to it exactly. Records are named by their ids in `inputs`; of more than 500, groups are shown with the number of their records.
         *
         *     Scope: `reports:read`.
         */
        get: operations["explainStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/receivables/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the amounts of the report of receivables
         * @description What is owed by age, customer and invoice, and the credit of customers. The parts of an amount add up to it exactly. Records are named by their ids in `inputs`; of more than 500, groups are shown with the number of their records.
         *
         *     Scope: `reports:read`.
         */
        get: operations["explainReceivables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/taxes/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the amounts of the report of taxes
         * @description Taxable amounts and tax by tax group and document: invoiced, credited and voided. The parts of an amount add up to it exactly. Records are named by their ids in `inputs`; of more than 500, groups are shown with the number of their records.
         *
         *     Scope: `reports:read`.
         */
        get: operations["explainTaxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/sales/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the amounts of the report of sales
         * @description The totals by row, and each row by its documents: invoiced, credited and voided. The parts of an amount add up to it exactly. Records are named by their ids in `inputs`; of more than 500, groups are shown with the number of their records.
         *
         *     Scope: `reports:read`.
         */
        get: operations["explainSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/payments/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the amounts of the report of payments
         * @description The totals by row, and each row by its payments, reversals and refunds. The parts of an amount add up to it exactly. Records are named by their ids in `inputs`; of more than 500, groups are shown with the number of their records.
         *
         *     Scope: `reports:read`.
         */
        get: operations["explainPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/journal/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the amounts of the journal
         * @description The lines of one page of entries: what each record comes to, its tax by group, and the other side of the entry. The parts of an amount add up to it exactly. Records are named by their ids in `inputs`; of more than 500, groups are shown with the number of their records.
         *
         *     Scope: `reports:read`.
         */
        get: operations["explainJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/withholding/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the amounts of the report of withheld tax
         * @description Each amount that a buyer withheld by its payment, and the sums with which the PDF closes. The parts of an amount add up to it exactly. Records are named by their ids in `inputs`; of more than 500, groups are shown with the number of their records.
         *
         *     Scope: `reports:read`.
         */
        get: operations["explainWithholding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the journal
         * @description Double entries for every invoice, credit note, payment, reversal, refund, write-off and void of the period, oldest first. Debits and credits of each entry are equal. Ids are the same in every export, so that an import can be repeated.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/journal.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as CSV
         * @description One row for each line, without a limit. The trailer `X-Row-Count` states the number of rows; if the report fails halfway, the connection is reset.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportJournalCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/journal.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as a PDF
         * @description To print or to send, on A4 pages with the company's logo, colour and footer: a table for each currency, closed by what it comes to. In the language of the company; a statement in that of its customer. All rows, up to 1,000: what is longer is refused, and is to be had as CSV.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportJournalPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/journal/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the accounts of the journal
         * @description Scope: `reports:read`.
         */
        get: operations["getJournalAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the accounts of the journal
         * @description Later exports use them for every entry, also for those that were exported before. Null brings back the default.
         *
         *     Scope: `invoices:write`.
         */
        patch: operations["updateJournalAccounts"];
        trace?: never;
    };
    "/reports/statement/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the statement of a customer by mail
         * @description The mail has the balance in each currency, your message and, unless attach_pdf is false, the statement as a PDF; answers to it go to the company's own address. It is in the language of the customer or else of the company. In 24 hours a company can send 2000 documents, 20 to the same address.
         *
         *     Scope: `invoices:write`.
         */
        post: operations["sendStatement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/statement/mail_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See the mail that would bring a statement to its customer
         * @description Nothing is sent or stored. It has the customer's address, which `to` replaces.
         *
         *     Scope: `reports:read`.
         */
        get: operations["previewStatementMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/withholding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tax that buyers withheld, and the certificates that are missing
         * @description Scope: `reports:read`.
         */
        get: operations["reportWithholding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/withholding.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as CSV
         * @description Newest first, without a limit. The trailer `X-Row-Count` states the number of rows; if the report fails halfway, the connection is reset.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportWithholdingCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/withholding.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as a PDF
         * @description To print or to send, on A4 pages with the company's logo, colour and footer: a table for each currency, closed by what it comes to. In the language of the company; a statement in that of its customer. All rows, up to 1,000: what is longer is refused, and is to be had as CSV.
         *
         *     Scope: `reports:read`.
         */
        get: operations["reportWithholdingPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signed checkpoints of the books
         * @description A checkpoint signs the hash of the company's last event, and so all events up to it: after 10,000 events, and on each day (UTC) after new ones. Keep them where the operator of the service can't change them. `keys` has every key that has signed or will sign.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["listCheckpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the books, to verify them offline
         * @description Streams JSON lines: a header, keys, checkpoints, all chained events with their salts and hashes, the hashes of documents that were given out, and a signed line `end`. Compressed if you send `Accept-Encoding: gzip`. The key needs the read scopes of all records, because events have them whole. If the export fails halfway, the connection is reset: continue with `after`.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["exportBooks"];
        put?: never;
        post?: never;
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
         * Get the portal configuration
         * @description Everything a page needs to embed the portal. Nothing in it is secret.
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
         * Create an order and its invoice from the embedded portal
         * @description Called by the partner's server. Creates a sale and a draft invoice, and a payment link if the company accepts payments. Prices sent here are trusted: take them from your own records or use product_id, never from the browser. A key without `customers:read` or `invoices:read` gets only the buyer data that it sent, not the stored customer.
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
         * Get the portal settings
         * @description Scope: `portal:embed` or `portal:configure`.
         */
        get: operations["getPortalSettings"];
        put?: never;
        /**
         * Set which sites may embed the portal
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
         * List events, or wait for new ones
         * @description Oldest first. An event includes its record only if the key has the scope to read it; otherwise `data` is omitted and `data_withheld` is true. To follow the feed, pass the sequence of your last event as `after`, and use `wait` for long polling. A sequence that the feed has not reached is refused with `feed_position_ahead`, because it belongs to an event that no longer exists.
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
         * @description An additional endpoint beside the company's webhook URL, with its own secret. It receives events from now on. The key must be able to read the records of the subscribed event types.
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
         * @description Its deliveries are deleted too; the events stay in the feed. The primary endpoint can't be removed.
         *
         *     Scope: `webhooks:write`.
         */
        delete: operations["deleteEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes the URL, the filter, or whether the endpoint is enabled. Pending deliveries go to the new URL. The key must be able to read the records that the endpoint receives, unless it only disables or describes the endpoint.
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
         * Rotate the secret of a webhook endpoint
         * @description During the overlap each delivery is signed with both secrets, the new one first. Without an overlap the old secret ends immediately.
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
         * Replay a delivery
         * @description Works for successful deliveries too. The retry schedule starts again. The key must be able to read the event's record.
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
         * Replay many deliveries
         * @description Replays all failed deliveries, or every event since a given time, to one endpoint or to all enabled ones. The key must be able to read the records of the replayed event types.
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
         * @description Sends a `webhook.test` event to one endpoint, regardless of its filter. The delivery shows the result.
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
         * Diagnose a webhook signature
         * @description Finds out why a signature is not accepted. Send the raw body and the headers exactly as your receiver got them. The body is compared with the original only if the key may read the event's record.
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
         * List events in the built-in receiver's inbox
         * @description For companies without their own webhook URL: their events are delivered to this inbox.
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
    "/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find out by its Idempotency-Key whether a request took effect
         * @description For a POST whose response you did not get. The response is known for 24 hours; after that, and for a key that was never used, this is 404.
         *
         *     Any key may call this.
         */
        get: operations["findRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find out by its id whether a request took effect
         * @description For any request that changes something: by the `X-Request-Id` that you sent, or that the response had. A request that changed nothing, or that only reads, is 404, unless it had an Idempotency-Key: then its response is known for 24 hours, also if it was an error. An id of ours contains the time, so it is found however old it is; one of yours among the latest 20,000 events, or with `sent_at`. What changed money, keys, users or settings is found by any id.
         *
         *     Any key may call this.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the company's profile
         * @description Scope: `company:read`.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users and invitations
         * @description The people who can sign in for the company, and those who were invited; at most 500 of each.
         *
         *     Scope: `company:read`.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Active keys first, then the most recently revoked; at most 200.
         *
         *     Scope: `company:read`.
         */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit log entries
         * @description Who changed keys, settings, users and money, when and from where. Newest first; entries are never changed.
         *
         *     Scope: `company:read`.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gateway": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the payment gateway
         * @description Scope: `company:read`.
         */
        get: operations["getGateway"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the company's clock
         * @description What time it is for this company, and what is due and has not happened yet. 404 in production.
         *
         *     Scope: `sandbox`.
         */
        get: operations["getSandboxClock"];
        put?: never;
        /**
         * Move the company's clock forward
         * @description Moves the time of this company, and of no other, to a moment or by a duration, and waits until what falls due has happened: invoices become overdue, reminders are sent, recurring invoices are made, links and quotes expire, Idempotency-Keys expire, deliveries and registrations are retried. Signatures, sessions, keys and rate limits keep to the real time. The clock only goes forward, at most 10 years ahead of the real time. After 20 seconds of work it stops where it is: compare `now` with what you asked for, and call again. 404 in production.
         *
         *     Scope: `sandbox`.
         */
        post: operations["moveSandboxClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the company's faults
         * @description Oldest first, those that are used up included. 404 in production.
         *
         *     Scope: `sandbox`.
         */
        get: operations["listSandboxFaults"];
        put?: never;
        /**
         * Make an outside party fail
         * @description From now on the sandbox authority, the sandbox gateway or the receiver of your webhooks fails for this company, as often as you say or until the fault is removed. The oldest fault of a target that is not used up comes first. 404 in production.
         *
         *     Scope: `sandbox`.
         */
        post: operations["addSandboxFault"];
        /**
         * Remove all faults of the company
         * @description Scope: `sandbox`.
         */
        delete: operations["deleteSandboxFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/faults/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove one fault of the company
         * @description Scope: `sandbox`.
         */
        delete: operations["deleteSandboxFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill the company with sample data
         * @description Creates months of a company's records at once: 60 invoices and what belongs to them. Everything is stored, or nothing is. The records are ordinary ones: they count towards quotas, and each has its events. Another call adds another set. 404 in production.
         *
         *     Scope: `sandbox`.
         */
        post: operations["loadSandboxScenario"];
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
        /** A draft invoice was created */
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
        /** A draft invoice was changed, an issued one is owed again because a payment was reversed, or reminders were paused or resumed */
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
        /** The customer or company data of an issued invoice was refreshed */
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
    "invoice.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An invoice was sent to the buyer by mail */
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
    "invoice.viewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The buyer's page of an invoice was opened for the first time */
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
    "invoice.reminded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A reminder to pay an invoice was sent to the buyer by mail */
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
        /** The authority has received an invoice and decides later */
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
        /** The authority rejected an invoice; with fiscal_status `none`, the registration was abandoned before anything was sent */
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
        /** An invoice was partially paid */
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
        /** An invoice became overdue */
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
    "recurring_invoice.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A recurring invoice was created */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RecurringInvoiceEvent"];
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
    "recurring_invoice.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A recurring invoice was changed */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RecurringInvoiceEvent"];
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
    "recurring_invoice.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A recurring invoice was paused */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RecurringInvoiceEvent"];
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
    "recurring_invoice.resumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A recurring invoice was resumed */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RecurringInvoiceEvent"];
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
    "recurring_invoice.invoiced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A recurring invoice made the invoice of a period, which has events of its own */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RecurringInvoiceEvent"];
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
    "recurring_invoice.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A period of a recurring invoice failed; last_error says why, and the next period is not affected */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RecurringInvoiceEvent"];
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
    "recurring_invoice.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The last date of a recurring invoice is over */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RecurringInvoiceEvent"];
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
        /** A payment was recorded */
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
    "payment.receipt_sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The receipt of a payment was sent to the buyer by mail */
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
    "payment.allocated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unallocated money of a payment was allocated to an invoice */
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
    "payment.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The certificate number of a payment was changed */
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
        /** A buyer's attempt to pay by a link failed */
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
        /** A payment was refunded */
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
    "payment.disputed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The buyer’s bank disputes a payment, or has decided; what a lost dispute changes has events of its own */
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
    "payment.reversed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment no longer counts: it was recorded by mistake, or the buyer’s bank took the money back */
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
        /** A payment link was created */
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
        /** A payment link was paid; a reusable one, each time that it is */
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
        /** A payment link expired */
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
        /** A sale was created */
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
        /** A draft invoice was created from a sale */
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
    "quote.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A quote was created */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["QuoteEvent"];
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
    "quote.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A draft quote was changed, or a quote is open again because its draft invoice was deleted */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["QuoteEvent"];
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
    "quote.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A quote was sent, so its page is open to the buyer */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["QuoteEvent"];
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
    "quote.viewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The page of a quote was opened for the first time */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["QuoteEvent"];
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
    "quote.accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A quote was accepted */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["QuoteEvent"];
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
    "quote.declined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A quote was declined */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["QuoteEvent"];
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
    "quote.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A quote was not answered in time */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["QuoteEvent"];
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
    "quote.invoiced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A sale or a draft invoice was created from a quote */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["QuoteEvent"];
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
        /** A customer was created */
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
    "customer.erased": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The personal data of a customer was erased; sequences are the events that were redacted */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CustomerErasureEvent"];
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
        /** A product was created */
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
    "credit_note.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A credit note was sent to the buyer by mail */
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
    "credit_note.applied": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Credit was applied to another invoice */
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
        /** The authority has received a credit note and decides later */
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
    "mail.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A mail with a document did not reach its recipient; last_error says why */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MailEvent"];
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
        /** A test event for an endpoint */
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
        /** An endpoint was disabled, manually or because deliveries failed */
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
         * @description A plain string is used as line1.
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
            /**
             * Format: int64
             * @description Default: the invoice of the payment. Another one must be of the same customer.
             */
            invoice_id?: number | null;
            /** @description Default: as much as possible. */
            amount?: number | string | null;
            /** @description Instead of `invoice_id` and `amount`: several invoices, each once, and how much of each. All are of the same customer. */
            allocations?: components["schemas"]["PaymentAllocationCreate"][] | null;
        };
        /** AuditEntry */
        AuditEntry: {
            /** Format: int64 */
            id: number;
            /** Format: date-time */
            created_at: string;
            actor: {
                /** @enum {string} */
                type: "user" | "key" | "operator" | "command_line" | "system";
                /** @description The user's id, or the App ID of a key. */
                id: string | null;
                name: string | null;
            };
            /** @enum {string} */
            action: "company.registered" | "company.approved" | "company.refused" | "company.suspended" | "company.changed" | "plan.set" | "gateway.set" | "portal.set" | "document_settings.changed" | "checkpoint_mails.changed" | "bank_accounts.set" | "logo.set" | "logo.removed" | "einvoicing.set" | "einvoicing.removed" | "user.confirmed" | "user.invited" | "user.invitation_withdrawn" | "user.joined" | "user.role_set" | "user.removed" | "user.name_changed" | "user.email_changed" | "user.password_changed" | "user.password_reset" | "user.second_factor_set" | "user.second_factor_removed" | "user.backup_codes_made" | "key.created" | "key.renamed" | "key.limits_set" | "key.scopes_set" | "key.rotated" | "key.revoked" | "webhook.created" | "webhook.changed" | "webhook.secret_rotated" | "webhook.deleted" | "delivery.replayed" | "deliveries.replayed" | "invoice.issued" | "invoice.voided" | "invoice.written_off" | "invoice.parties_refreshed" | "invoice.sent" | "credit_note.issued" | "credit_note.applied" | "customer.erased" | "payment.recorded" | "payment.allocated" | "payment.updated" | "payment.failed" | "payment.refunded" | "payment.disputed" | "payment.reversed" | "payment_link.created" | "payment_link.cancelled" | "reminders.set" | "exchange_rate.set" | "exchange_rate.deleted" | "journal_accounts.set";
            /** @description The changed record, such as `invoice/17`. */
            subject: string;
            /** @description What was changed. It contains no secrets. */
            details: {
                [key: string]: unknown;
            };
            request_id: string | null;
            /** @description The IP address that the change came from. */
            address: string | null;
        };
        /** AuthorityRemark */
        AuthorityRemark: {
            code: string;
            field: string | null;
            message: string;
        };
        /** BatchResult */
        BatchResult: {
            /** @description The position of the record in the request. */
            index: number;
            /** @enum {string} */
            status: "created" | "updated" | "unchanged" | "failed";
            /**
             * Format: int64
             * @description The id of the record, unless it failed.
             */
            id?: number;
            /**
             * Format: int64
             * @description Of a new invoice: another invoice of the same customer with the same lines and total, made within 24 hours.
             */
            possible_duplicate_of?: number;
            /** @description Of a record that failed: the code that a request with it alone would be refused with. */
            code?: string;
            /** @description Of a record that failed: its faults. `field` is a path inside the record, or `record` for the record as a whole. */
            errors?: {
                field: string;
                message: string;
            }[];
        };
        /**
         * Buyer
         * @description Instead of customer_id. An existing customer with this email address is used unchanged; otherwise a new one is created.
         */
        Buyer: {
            name: string;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
        } | null;
        /** Cancellation */
        Cancellation: {
            /** @description Sent to the authority and stored. */
            reason?: string | null;
        };
        /**
         * Charge
         * @description As it was given: percent or amount.
         */
        Charge: {
            percent?: number;
            /** @description In major units of the currency, exact. */
            amount?: number;
            reason?: string;
        };
        /** ChargeInput */
        ChargeInput: {
            /** @description Of what the ones before it left, rounded. Either percent or amount. */
            percent?: number | string | null;
            /** @description In the currency of the document. */
            amount?: number | string | null;
            reason?: string | null;
        };
        /** Checkpoint */
        Checkpoint: {
            /**
             * Format: int64
             * @description The last event that it covers.
             */
            sequence: number;
            /** @description The hash of that event. */
            hash: string;
            /**
             * Format: int64
             * @description How many hashes of documents it covers; null: none.
             */
            documents: number | null;
            /** @description The hash of the last of these documents. */
            documents_hash: string | null;
            /** Format: date-time */
            signed_at: string;
            /** Format: int64 */
            key_id: number;
            /** @description Ed25519, in base64. Signed are eight lines of UTF-8 text, joined by line feeds: billfold-checkpoint-v1, the company's id, sequence, hash, documents, documents_hash, signed_at and key_id. Where documents is null, these two lines are left out. */
            signature: string;
        };
        /** CheckpointKey */
        CheckpointKey: {
            /** Format: int64 */
            key_id: number;
            /** @constant */
            algorithm: "Ed25519";
            /** @description SubjectPublicKeyInfo (DER) in base64. */
            public_key: string;
            /** Format: date-time */
            signs_from: string;
        };
        /** CompanyProfile */
        CompanyProfile: {
            /** Format: int64 */
            id: number;
            name: string;
            /** @enum {string} */
            status: "pending" | "active" | "suspended" | "refused";
            email: string;
            phone: string | null;
            tax_id: string | null;
            registration_number: string | null;
            address: {
                line1?: string | null;
                line2?: string | null;
                city?: string | null;
                region?: string | null;
                postal_code?: string | null;
            };
            /**
             * Format: country
             * @description ISO 3166-1 alpha-2, upper case.
             */
            country: string;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            time_zone: string;
            /** @enum {string} */
            language: "en" | "fr";
            payment_terms_days: number;
            prices_include_tax: boolean;
            invoice_series: string;
        };
        /** CreditApplication */
        CreditApplication: {
            /** Format: int64 */
            invoice_id: number;
            /** @description In major units of the currency, exact. */
            amount: number;
            /** Format: date-time */
            created_at: string;
        };
        /** CreditApplicationCreate */
        CreditApplicationCreate: {
            /**
             * Format: int64
             * @description Another issued invoice of the same customer, in the same currency.
             */
            invoice_id: number;
            /** @description Default: as much as is left and due. */
            amount?: number | string | null;
        };
        /** CreditNote */
        CreditNote: {
            /** Format: int64 */
            id: number;
            number: string;
            /** Format: int64 */
            invoice_id: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description Unit prices, discounts and charges contain the tax. */
            prices_include_tax: boolean;
            discounts: components["schemas"]["Discount"][];
            charges: components["schemas"]["Charge"][];
            /** @description The sum of the lines' net amounts. */
            subtotal: number;
            /** @description What the discounts on the document take off, without tax. */
            discount_total: number;
            /** @description What the charges on the document add, without tax. */
            charge_total: number;
            /** @description In major units of the currency, exact. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description subtotal − discount_total + charge_total + tax_total */
            total: number;
            /**
             * Format: currency
             * @description The company's currency; from the issue on, the one that it had then.
             */
            accounting_currency: string;
            /** @description Units of accounting_currency per unit of currency, fixed at issue; 1 if both are the same. Null while none is known: a draft shows only a rate that was given. */
            exchange_rate: number | null;
            /** @description tax_total in accounting_currency, rounded; null without an exchange_rate. */
            tax_total_accounting: number | null;
            /** @description total in accounting_currency, rounded; null without an exchange_rate. */
            total_accounting: number | null;
            reason: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata: Record<string, unknown>;
            /** @description Credit that was applied to other invoices. */
            amount_applied: number;
            /** @description The other invoices, in the order of time. */
            applications: components["schemas"]["CreditApplication"][];
            /** @description Fiscal reference, once registered. */
            irn: string | null;
            /** @enum {string} */
            fiscal_status: "none" | "pending" | "registered" | "rejected" | "cancelled";
            fiscal: components["schemas"]["Fiscal"];
            /** Format: date-time */
            issued_at: string;
            /**
             * Format: date-time
             * @description When it was last sent to the buyer by mail.
             */
            sent_at: string | null;
            /** Format: date-time */
            created_at: string;
            lines: components["schemas"]["Line"][];
        };
        /** CreditNoteCreate */
        CreditNoteCreate: {
            /** @description What to credit. Default: the whole invoice, if nothing has been credited yet. */
            lines?: components["schemas"]["LineInput"][] | null;
            /** @description Taken off the sum of the lines, one after another. Default: none; without lines, those of the invoice; [] for none. */
            discounts?: components["schemas"]["DiscountInput"][] | null;
            /** @description Added to the sum of the lines after the discounts, one after another. */
            charges?: components["schemas"]["ChargeInput"][] | null;
            reason?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
        };
        /** CreditNoteEntry */
        CreditNoteEntry: {
            /** Format: int64 */
            id: number;
            number: string;
            /** Format: int64 */
            invoice_id: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description Unit prices, discounts and charges contain the tax. */
            prices_include_tax: boolean;
            discounts: components["schemas"]["Discount"][];
            charges: components["schemas"]["Charge"][];
            /** @description The sum of the lines' net amounts. */
            subtotal: number;
            /** @description What the discounts on the document take off, without tax. */
            discount_total: number;
            /** @description What the charges on the document add, without tax. */
            charge_total: number;
            /** @description In major units of the currency, exact. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description subtotal − discount_total + charge_total + tax_total */
            total: number;
            /**
             * Format: currency
             * @description The company's currency; from the issue on, the one that it had then.
             */
            accounting_currency: string;
            /** @description Units of accounting_currency per unit of currency, fixed at issue; 1 if both are the same. Null while none is known: a draft shows only a rate that was given. */
            exchange_rate: number | null;
            /** @description tax_total in accounting_currency, rounded; null without an exchange_rate. */
            tax_total_accounting: number | null;
            /** @description total in accounting_currency, rounded; null without an exchange_rate. */
            total_accounting: number | null;
            reason: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata: Record<string, unknown>;
            /** @description Credit that was applied to other invoices. */
            amount_applied: number;
            /** @description The other invoices, in the order of time. */
            applications: components["schemas"]["CreditApplication"][];
            /** @description Fiscal reference, once registered. */
            irn: string | null;
            /** @enum {string} */
            fiscal_status: "none" | "pending" | "registered" | "rejected" | "cancelled";
            fiscal: components["schemas"]["Fiscal"];
            /** Format: date-time */
            issued_at: string;
            /**
             * Format: date-time
             * @description When it was last sent to the buyer by mail.
             */
            sent_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description With include=lines. */
            lines?: components["schemas"]["Line"][];
        };
        /** CreditNoteEvent */
        CreditNoteEvent: {
            /** @description The same in every delivery of the event, and never given to another event. Treat it as opaque text. */
            id: string;
            /**
             * @description What happened. New types may be added: ignore types that you do not know.
             * @enum {string}
             */
            type: "credit_note.issued" | "credit_note.sent" | "credit_note.applied" | "credit_note.registration_pending" | "credit_note.registered" | "credit_note.registration_failed";
            /**
             * Format: int64
             * @description Numbers the company's events in commit order, without gaps.
             */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            /** Format: int64 */
            company_id: number;
            /** @description Who caused the event. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused the event, if any. */
            request_id: string | null;
            data: {
                object: components["schemas"]["CreditNote"];
                previous?: components["schemas"]["CreditNote"];
            };
        };
        /** CreditNoteSend */
        CreditNoteSend: {
            /**
             * Format: email
             * @description One address, or up to 5. Default: the email address of the customer.
             */
            to?: string | string[] | null;
            /**
             * Format: email
             * @description Who else gets it, up to 5 addresses.
             */
            cc?: string | string[] | null;
            /** @description Your own words, instead of ours, above the facts and the button. */
            message?: string | null;
            /** @description Whether the PDF is attached. Default: true. */
            attach_pdf?: boolean | null;
        };
        /** Customer */
        Customer: {
            /** Format: int64 */
            id: number;
            name: string;
            email: string | null;
            phone: string | null;
            kind: string;
            tax_id: string | null;
            registration_number: string | null;
            address: components["schemas"]["Address"];
            /** @enum {unknown} */
            language: "en" | "fr" | null;
            default_discount_percent: number | null;
            withholding_rate: number | null;
            reminders_paused: boolean;
            external_id: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata: Record<string, unknown>;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description One entry for each currency in which the customer owes or is owed something. */
            balance: components["schemas"]["CustomerBalance"][];
        };
        /** CustomerBalance */
        CustomerBalance: {
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description The sum of amount_due of the open and partially paid invoices. */
            due: number;
            /** @description The part of it whose due date has passed. */
            overdue: number;
            /** @description What was paid or credited beyond what is owed, and can be refunded or applied to other invoices: amount_to_refund of the invoices, and payments that are not allocated. */
            credit: number;
        };
        /** CustomerBatch */
        CustomerBatch: {
            /**
             * @description `create` makes a new record of each. `upsert` changes the record with the same `external_id`, or creates it; every record then needs an `external_id`.
             * @enum {string}
             */
            mode: "create" | "upsert";
            /** @description With true, nothing is stored if one record fails, and the response is 422 with the faults of all records. Otherwise the others are stored. */
            all_or_nothing?: boolean;
            records: components["schemas"]["CustomerPatch"][];
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
            /**
             * @description The language of documents and pages for this customer. Without it, the company's.
             * @enum {unknown}
             */
            language?: "en" | "fr" | null;
            /** @description The discount on documents for this customer that give none of their own. */
            default_discount_percent?: number | string | null;
            /** @description The percentage that this customer withholds of what invoices come to without tax, unless they say otherwise. */
            withholding_rate?: number | string | null;
            /** @description Whether reminders leave out the invoices of this customer. Default: false. */
            reminders_paused?: boolean | null;
            /** @description Your own id for the record; unique per company. */
            external_id?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
        };
        /** CustomerErasure */
        CustomerErasure: {
            /**
             * Format: int64
             * @description The customer.
             */
            id: number;
            /** Format: date-time */
            erased_at: string;
            /** @description The events whose bodies were redacted, and whose salts were erased. */
            sequences: number[];
            /** @description SHA-256 over these events in order: for each its sequence (8 bytes, big-endian) and the SHA-256 of its redacted body. */
            sha256: string;
        };
        /** CustomerErasureEvent */
        CustomerErasureEvent: {
            /** @description The same in every delivery of the event, and never given to another event. Treat it as opaque text. */
            id: string;
            /**
             * @description What happened. New types may be added: ignore types that you do not know.
             * @enum {string}
             */
            type: "customer.erased";
            /**
             * Format: int64
             * @description Numbers the company's events in commit order, without gaps.
             */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            /** Format: int64 */
            company_id: number;
            /** @description Who caused the event. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused the event, if any. */
            request_id: string | null;
            data: {
                object: components["schemas"]["CustomerErasure"];
                previous?: components["schemas"]["CustomerErasure"];
            };
        };
        /** CustomerEvent */
        CustomerEvent: {
            /** @description The same in every delivery of the event, and never given to another event. Treat it as opaque text. */
            id: string;
            /**
             * @description What happened. New types may be added: ignore types that you do not know.
             * @enum {string}
             */
            type: "customer.created" | "customer.updated";
            /**
             * Format: int64
             * @description Numbers the company's events in commit order, without gaps.
             */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            /** Format: int64 */
            company_id: number;
            /** @description Who caused the event. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused the event, if any. */
            request_id: string | null;
            data: {
                object: components["schemas"]["Customer"];
                previous?: components["schemas"]["Customer"];
            };
        };
        /**
         * CustomerPatch
         * @description Fields that are omitted stay unchanged; null clears a field.
         */
        CustomerPatch: {
            name?: string;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            /** @enum {unknown} */
            kind?: "business" | "consumer" | "government" | null;
            tax_id?: string | null;
            registration_number?: string | null;
            address?: components["schemas"]["AddressInput"];
            /**
             * @description The language of documents and pages for this customer. Without it, the company's.
             * @enum {unknown}
             */
            language?: "en" | "fr" | null;
            /** @description The discount on documents for this customer that give none of their own. */
            default_discount_percent?: number | string | null;
            /** @description The percentage that this customer withholds of what invoices come to without tax, unless they say otherwise. */
            withholding_rate?: number | string | null;
            /** @description Whether reminders leave out the invoices of this customer. Default: false. */
            reminders_paused?: boolean | null;
            /** @description Your own id for the record; unique per company. */
            external_id?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
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
            /** Format: int64 */
            id: number;
            event_id: string;
            event_type: string;
            /** Format: int64 */
            endpoint_id: number;
            /**
             * @description `failed`: all attempts failed, and there will be no more.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /** @description Attempts with a counted result. An attempt that another worker took over is listed only in `attempts`. */
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
             * @description Why the attempt was made. `first`: the event is new. `retry`: the previous attempt failed. `replay`: a replay was requested. `takeover`: another worker started the previous attempt and recorded no result in time. `reconnect`: the reused connection of the previous attempt broke. Null for old attempts.
             * @enum {unknown}
             */
            cause: "first" | "retry" | "replay" | "takeover" | "reconnect" | null;
            /** @description The worker process that made it. */
            worker: string | null;
            /** @description false while the attempt is in progress, and permanently if its worker stopped before recording the result: the request may or may not have been sent. */
            completed: boolean;
            /** Format: date-time */
            attempted_at: string;
            /** @description 0 unless `completed`. */
            duration_ms: number;
            url: string;
            /** @description Null if there was no response. */
            status_code: number | null;
            /** @description Why there was no response: address_refused, dns, connect, tls, timeout, closed, protocol or invalid_url. */
            failure: string | null;
            message: string | null;
            /** @description The first 2 KiB of the response. */
            answer: string | null;
            /** @description true if there is a response but the key may not read the event's record. */
            answer_withheld?: boolean;
        };
        /** DeliveryWithAttempts */
        DeliveryWithAttempts: {
            /** Format: int64 */
            id: number;
            event_id: string;
            event_type: string;
            /** Format: int64 */
            endpoint_id: number;
            /**
             * @description `failed`: all attempts failed, and there will be no more.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /** @description Attempts with a counted result. An attempt that another worker took over is listed only in `attempts`. */
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
            /** @description The raw body in base64, which preserves every byte. */
            body_base64?: string | null;
            /** @description All headers of the request. */
            headers: {
                [key: string]: string;
            };
            /**
             * Format: moment
             * @description By the receiver's clock. Default: now.
             */
            received_at?: string | null;
            /** @description The signature that your own code computed, if known. */
            computed_signature?: string | null;
        };
        /** Diagnosis */
        Diagnosis: {
            verifies: boolean;
            /** Format: int64 */
            matched_endpoint_id: number | null;
            /** @description Most likely cause first. */
            findings: {
                code: string;
                message: string;
            }[];
        };
        /**
         * Discount
         * @description As it was given: percent or amount.
         */
        Discount: {
            percent?: number;
            /** @description In major units of the currency, exact. */
            amount?: number;
            reason?: string;
        };
        /** DiscountInput */
        DiscountInput: {
            /** @description Of what the ones before it left, rounded. Either percent or amount. */
            percent?: number | string | null;
            /** @description In the currency of the document. */
            amount?: number | string | null;
            reason?: string | null;
        };
        /** Endpoint */
        Endpoint: {
            /** Format: int64 */
            id: number;
            /** @description Whether this is the company's webhook URL. Each company has one. */
            primary: boolean;
            url: string;
            /** @description Whether this is the built-in receiver, because no URL is set. */
            default_url: boolean;
            description: string | null;
            events: string[] | null;
            /** @enum {string} */
            status: "enabled" | "disabled";
            disabled_reason: string | null;
            /** Format: date-time */
            disabled_at: string | null;
            /** @description All deliveries since then have failed. */
            failing_since: string | null;
            /** @description Until then deliveries are also signed with the old secret. */
            previous_secret_until: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** EndpointCreate */
        EndpointCreate: {
            /** @description The URL that receives events by POST. Must be https in production and not a private address. */
            url: string;
            description?: string | null;
            /** @description Only these event types; null for all. */
            events?: ("invoice.created" | "invoice.updated" | "invoice.deleted" | "invoice.issued" | "invoice.parties_refreshed" | "invoice.sent" | "invoice.viewed" | "invoice.reminded" | "invoice.registration_pending" | "invoice.registered" | "invoice.registration_failed" | "invoice.registration_cancelled" | "invoice.partially_paid" | "invoice.paid" | "invoice.overdue" | "invoice.voided" | "invoice.written_off" | "recurring_invoice.created" | "recurring_invoice.updated" | "recurring_invoice.paused" | "recurring_invoice.resumed" | "recurring_invoice.invoiced" | "recurring_invoice.failed" | "recurring_invoice.ended" | "payment.recorded" | "payment.receipt_sent" | "payment.allocated" | "payment.updated" | "payment.failed" | "payment.refunded" | "payment.disputed" | "payment.reversed" | "payment_link.created" | "payment_link.paid" | "payment_link.expired" | "payment_link.cancelled" | "sale.created" | "sale.updated" | "sale.cancelled" | "sale.invoiced" | "quote.created" | "quote.updated" | "quote.sent" | "quote.viewed" | "quote.accepted" | "quote.declined" | "quote.expired" | "quote.invoiced" | "customer.created" | "customer.updated" | "customer.erased" | "product.created" | "product.updated" | "credit_note.issued" | "credit_note.sent" | "credit_note.applied" | "credit_note.registration_pending" | "credit_note.registered" | "credit_note.registration_failed" | "mail.failed" | "webhook.test" | "webhook.disabled")[] | null;
        };
        /** EndpointEvent */
        EndpointEvent: {
            /** @description The same in every delivery of the event, and never given to another event. Treat it as opaque text. */
            id: string;
            /**
             * @description What happened. New types may be added: ignore types that you do not know.
             * @enum {string}
             */
            type: "webhook.test" | "webhook.disabled";
            /**
             * Format: int64
             * @description Numbers the company's events in commit order, without gaps.
             */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            /** Format: int64 */
            company_id: number;
            /** @description Who caused the event. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused the event, if any. */
            request_id: string | null;
            data: {
                object: components["schemas"]["Endpoint"];
                previous?: components["schemas"]["Endpoint"];
            };
        };
        /**
         * EndpointPatch
         * @description Fields that are omitted stay unchanged; null clears a field. A null url switches the primary endpoint to the built-in receiver.
         */
        EndpointPatch: {
            /** @description The URL that receives events by POST. Must be https in production and not a private address. */
            url?: string | null;
            description?: string | null;
            /** @description Only these event types; null for all. */
            events?: ("invoice.created" | "invoice.updated" | "invoice.deleted" | "invoice.issued" | "invoice.parties_refreshed" | "invoice.sent" | "invoice.viewed" | "invoice.reminded" | "invoice.registration_pending" | "invoice.registered" | "invoice.registration_failed" | "invoice.registration_cancelled" | "invoice.partially_paid" | "invoice.paid" | "invoice.overdue" | "invoice.voided" | "invoice.written_off" | "recurring_invoice.created" | "recurring_invoice.updated" | "recurring_invoice.paused" | "recurring_invoice.resumed" | "recurring_invoice.invoiced" | "recurring_invoice.failed" | "recurring_invoice.ended" | "payment.recorded" | "payment.receipt_sent" | "payment.allocated" | "payment.updated" | "payment.failed" | "payment.refunded" | "payment.disputed" | "payment.reversed" | "payment_link.created" | "payment_link.paid" | "payment_link.expired" | "payment_link.cancelled" | "sale.created" | "sale.updated" | "sale.cancelled" | "sale.invoiced" | "quote.created" | "quote.updated" | "quote.sent" | "quote.viewed" | "quote.accepted" | "quote.declined" | "quote.expired" | "quote.invoiced" | "customer.created" | "customer.updated" | "customer.erased" | "product.created" | "product.updated" | "credit_note.issued" | "credit_note.sent" | "credit_note.applied" | "credit_note.registration_pending" | "credit_note.registered" | "credit_note.registration_failed" | "mail.failed" | "webhook.test" | "webhook.disabled")[] | null;
            /**
             * @description An enabled endpoint receives events from now on; replay missed ones. Disabling cancels pending deliveries.
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        /** Error */
        Error: {
            /** @constant */
            success: false;
            /** @description A message for people: what happened and what to do. */
            error: string;
            /** @description A machine-readable code. The guide at /docs/errors explains each one. */
            code: string;
            /** @description All invalid fields. */
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
            /** @description With quota_exceeded, like the following fields. */
            quota?: string;
            limit?: number;
            used?: number;
            /**
             * @description With rate_limited: which limit was reached: POST requests of the key or user, POST requests of the company, or reads of the company.
             * @enum {unknown}
             */
            budget?: "key" | "person" | "company" | "reads";
            /** Format: date-time */
            resets_at?: string;
            /**
             * Format: date
             * @description With invalid_state: the day from which the customer can be erased.
             */
            erasable_from?: string;
            /** @description With feed_position_ahead: the sequence of the company's newest event; 0 if it has none. */
            last_sequence?: number;
        };
        /** Event */
        Event: {
            /** @description The same in every delivery of the event, and never given to another event. Treat it as opaque text. */
            id: string;
            /** @description What happened. New types may be added: ignore types that you do not know. */
            type: string;
            /**
             * Format: int64
             * @description Numbers the company's events in commit order, without gaps.
             */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            /** Format: int64 */
            company_id: number;
            /** @description Who caused the event. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused the event, if any. */
            request_id: string | null;
            /** @description Only if the key can read the record: `invoices:read` for an invoice. */
            data?: {
                /** @description The record as GET returned it right after the change; for payment.failed, the failed attempt. */
                object: Record<string, unknown>;
                /** @description The record before the change. */
                previous?: Record<string, unknown>;
            };
            /** @description true, instead of `data`, if that scope is missing. */
            data_withheld?: boolean;
            /** @description Only in the feed: SHA-256 of the event's secret salt and the bytes that are delivered, which do not have this member. null until the event is chained. */
            body_hash?: string | null;
            /** @description Only in the feed, the event's place in the chain: SHA-256 of the previous event's hash, the sequence as 8 bytes and `body_hash`. null until the event is chained. */
            hash?: string | null;
        };
        /** ExchangeRate */
        ExchangeRate: {
            /** Format: int64 */
            id: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /**
             * Format: currency
             * @description The company's currency when the rate was set. Invoices take only rates to the company's present currency.
             */
            accounting_currency: string;
            /** Format: date */
            date: string;
            /** @description Units of accounting_currency per unit of currency. */
            rate: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** ExchangeRateCreate */
        ExchangeRateCreate: {
            /**
             * Format: currency
             * @description Any currency but the company's own.
             */
            currency: string;
            /**
             * Format: date
             * @description Default: today in the company's time zone.
             */
            date?: string | null;
            /** @description Units of the company's currency per unit of `currency`; at most 10 decimals. */
            rate: number | string;
        };
        /** ExplainedAmount */
        ExplainedAmount: {
            /** @description The field of the record. */
            name: string;
            /**
             * @description The rule that gave the amount.
             * @enum {string}
             */
            rule: "line.gross" | "line.discount" | "line.charge" | "line.discount_total" | "line.charge_total" | "line.tax_included" | "line.net" | "line.tax" | "line.total" | "document.subtotal" | "discount.document" | "discount.document.spread" | "charge.document" | "charge.document.spread" | "document.discount_total" | "document.charge_total" | "tax.group.taxable" | "tax.group.round" | "document.tax_total" | "document.total" | "withholding" | "withholding.open" | "accounting.tax_total" | "accounting.total" | "payment.applied" | "payments.total" | "refund.recorded" | "refunds.total" | "credit.issued" | "credit.total" | "credit.applied" | "credit.applied_total" | "credit.applied_elsewhere" | "credit.applied_elsewhere_total" | "amount.due" | "amount.payable" | "amount.to_refund" | "payment.received" | "payment.unallocated" | "payment.reversed" | "report.age" | "report.due" | "report.due_accounting" | "report.credit" | "report.balance" | "report.customer" | "report.invoice" | "report.invoice_credit" | "report.invoice_accounting" | "report.invoiced" | "report.credited" | "report.voided" | "report.tax" | "report.tax_accounting" | "report.tax_group" | "report.document" | "report.opening_balance" | "report.closing_balance" | "report.balance_after" | "report.all_currencies" | "report.row" | "report.sales_net" | "report.sales_tax" | "report.sales_accounting" | "report.sales_total" | "report.received" | "report.reversed" | "report.refunded" | "report.money" | "report.withheld" | "journal.receivables" | "journal.counterpart" | "journal.tax" | "report.month" | "report.movements" | "report.movement" | "records.more" | "floor.zero" | "stored.difference";
            /** @description What EN 16931 calls it, if it does. */
            reference: string | null;
            /** @description In major units of the currency, exact. */
            amount: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description The same in words. */
            text: string;
            /** @description They add up to the amount; empty for 0 from nothing. */
            parts: components["schemas"]["ExplainedPart"][];
        };
        /** ExplainedPart */
        ExplainedPart: {
            /**
             * @description The rule that gave the amount.
             * @enum {string}
             */
            rule: "line.gross" | "line.discount" | "line.charge" | "line.discount_total" | "line.charge_total" | "line.tax_included" | "line.net" | "line.tax" | "line.total" | "document.subtotal" | "discount.document" | "discount.document.spread" | "charge.document" | "charge.document.spread" | "document.discount_total" | "document.charge_total" | "tax.group.taxable" | "tax.group.round" | "document.tax_total" | "document.total" | "withholding" | "withholding.open" | "accounting.tax_total" | "accounting.total" | "payment.applied" | "payments.total" | "refund.recorded" | "refunds.total" | "credit.issued" | "credit.total" | "credit.applied" | "credit.applied_total" | "credit.applied_elsewhere" | "credit.applied_elsewhere_total" | "amount.due" | "amount.payable" | "amount.to_refund" | "payment.received" | "payment.unallocated" | "payment.reversed" | "report.age" | "report.due" | "report.due_accounting" | "report.credit" | "report.balance" | "report.customer" | "report.invoice" | "report.invoice_credit" | "report.invoice_accounting" | "report.invoiced" | "report.credited" | "report.voided" | "report.tax" | "report.tax_accounting" | "report.tax_group" | "report.document" | "report.opening_balance" | "report.closing_balance" | "report.balance_after" | "report.all_currencies" | "report.row" | "report.sales_net" | "report.sales_tax" | "report.sales_accounting" | "report.sales_total" | "report.received" | "report.reversed" | "report.refunded" | "report.money" | "report.withheld" | "journal.receivables" | "journal.counterpart" | "journal.tax" | "report.month" | "report.movements" | "report.movement" | "records.more" | "floor.zero" | "stored.difference";
            /** @description What EN 16931 calls it, if it does. */
            reference: string | null;
            /** @description With its sign: the amounts of the parts add up to the whole. */
            amount: number;
            /** @description The same in words. */
            text: string;
            /** @description What the rule computed with: numbers as decimal text, and ids of records. */
            inputs: {
                [key: string]: string | number;
            };
            rounding: components["schemas"]["ExplainedRounding"];
            /** @description The name of another entry of `amounts`, which explains this one. */
            explained_by: string | null;
            /** @description Empty for a part that has none. */
            parts: components["schemas"]["ExplainedStep"][];
        };
        /**
         * ExplainedRounding
         * @description Null where nothing was rounded.
         */
        ExplainedRounding: {
            /** @description Before rounding, as decimal text with at most 10 decimals. */
            exact: string;
            /** @description The decimals that are left. */
            digits: number;
            /**
             * @description `half_up`: to the nearest, halves away from zero. `largest_remainder`: shares are rounded so that they add up to the whole.
             * @enum {string}
             */
            method: "half_up" | "largest_remainder";
        } | null;
        /** ExplainedStep */
        ExplainedStep: {
            /**
             * @description The rule that gave the amount.
             * @enum {string}
             */
            rule: "line.gross" | "line.discount" | "line.charge" | "line.discount_total" | "line.charge_total" | "line.tax_included" | "line.net" | "line.tax" | "line.total" | "document.subtotal" | "discount.document" | "discount.document.spread" | "charge.document" | "charge.document.spread" | "document.discount_total" | "document.charge_total" | "tax.group.taxable" | "tax.group.round" | "document.tax_total" | "document.total" | "withholding" | "withholding.open" | "accounting.tax_total" | "accounting.total" | "payment.applied" | "payments.total" | "refund.recorded" | "refunds.total" | "credit.issued" | "credit.total" | "credit.applied" | "credit.applied_total" | "credit.applied_elsewhere" | "credit.applied_elsewhere_total" | "amount.due" | "amount.payable" | "amount.to_refund" | "payment.received" | "payment.unallocated" | "payment.reversed" | "report.age" | "report.due" | "report.due_accounting" | "report.credit" | "report.balance" | "report.customer" | "report.invoice" | "report.invoice_credit" | "report.invoice_accounting" | "report.invoiced" | "report.credited" | "report.voided" | "report.tax" | "report.tax_accounting" | "report.tax_group" | "report.document" | "report.opening_balance" | "report.closing_balance" | "report.balance_after" | "report.all_currencies" | "report.row" | "report.sales_net" | "report.sales_tax" | "report.sales_accounting" | "report.sales_total" | "report.received" | "report.reversed" | "report.refunded" | "report.money" | "report.withheld" | "journal.receivables" | "journal.counterpart" | "journal.tax" | "report.month" | "report.movements" | "report.movement" | "records.more" | "floor.zero" | "stored.difference";
            /** @description What EN 16931 calls it, if it does. */
            reference: string | null;
            /** @description With its sign: the amounts of the parts add up to the whole. */
            amount: number;
            /** @description The same in words. */
            text: string;
            /** @description What the rule computed with: numbers as decimal text, and ids of records. */
            inputs: {
                [key: string]: string | number;
            };
            rounding: components["schemas"]["ExplainedRounding"];
            /** @description The name of another entry of `amounts`, which explains this one. */
            explained_by: string | null;
        };
        /** Explanation */
        Explanation: {
            /** @enum {string} */
            record: "invoice" | "credit_note" | "payment";
            /** Format: int64 */
            id: number;
            number: string | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description Every amount of the record. */
            amounts: components["schemas"]["ExplainedAmount"][];
        };
        /**
         * FailedPayment
         * @description A failed attempt to pay by a payment link. The buyer can try again.
         */
        FailedPayment: {
            /** @description Reference of the attempt, also known to the gateway. */
            reference: string;
            payment_link_reference: string;
            /** Format: int64 */
            invoice_id: number | null;
            /** @description In major units of the currency, exact. */
            amount: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            gateway: string;
            /** @enum {string} */
            status: "failed";
            /** @description The reason given by the gateway. */
            reason: string | null;
            /** Format: date-time */
            attempted_at: string;
            /** Format: date-time */
            failed_at: string;
        };
        /** FailedPaymentEvent */
        FailedPaymentEvent: {
            /** @description The same in every delivery of the event, and never given to another event. Treat it as opaque text. */
            id: string;
            /**
             * @description What happened. New types may be added: ignore types that you do not know.
             * @enum {string}
             */
            type: "payment.failed";
            /**
             * Format: int64
             * @description Numbers the company's events in commit order, without gaps.
             */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            /** Format: int64 */
            company_id: number;
            /** @description Who caused the event. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused the event, if any. */
            request_id: string | null;
            data: {
                object: components["schemas"]["FailedPayment"];
                previous?: components["schemas"]["FailedPayment"];
            };
        };
        /**
         * Fiscal
         * @description Null until the first attempt to register the invoice.
         */
        Fiscal: {
            adapter: string;
            /** @description Display name. */
            authority: string;
            /** @description The id of the document at the authority. */
            document_key: string;
            document_sha256: string;
            /** Format: date-time */
            pending_since?: string;
            irn?: string;
            /** Format: date-time */
            registered_at?: string;
            /** @description The content of the QR code on the document. */
            qr?: string | null;
            /** @description Other reference numbers from the authority. */
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
            /** @description As sent, with secrets masked. */
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
             * @description `refused`: the authority rejected the credentials at the last check.
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
        /** GatewaySettings */
        GatewaySettings: {
            /**
             * @description null: not configured yet.
             * @enum {unknown}
             */
            choice: "sandbox" | "paystack" | "stripe" | "none" | null;
            /** @enum {string} */
            in_use: "sandbox" | "paystack" | "stripe" | "none";
            /** @description Display name. */
            title: string | null;
            /** @description Whether buyers can pay. */
            configured: boolean;
            /** @description Only if it differs from the gateway's own. */
            base_url: string | null;
            /** Format: date-time */
            set_at: string | null;
            choices: {
                /** @enum {string} */
                name: "sandbox" | "paystack" | "stripe" | "none";
                title: string;
                needs_secret_key: boolean;
                needs_webhook_secret: boolean;
                /** @description The URL to enter as webhook URL at the gateway. */
                notification_url: string | null;
            }[];
        };
        /** InboxEntry */
        InboxEntry: {
            /**
             * Format: int64
             * @description The sequence of the event.
             */
            id: number;
            /**
             * Format: date-time
             * @description When it was received and its signature verified.
             */
            created_at: string;
            event: components["schemas"]["Event"];
        };
        /** IntegrationInput */
        IntegrationInput: {
            /**
             * @description The authority and its protocol.
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
            /** @description PEM; for QR codes and for authorities that use encryption. */
            public_key?: string | null;
            /** @description As issued by the authority. */
            certificate?: string | null;
            /** @description PEM; verifies the authority's signatures. */
            signing_key?: string | null;
        };
        /** Invitation */
        Invitation: {
            /** Format: int64 */
            id: number;
            email: string;
            /** @enum {string} */
            role: "owner" | "accountant" | "developer" | "viewer";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        /** Invoice */
        Invoice: {
            /** Format: int64 */
            id: number;
            /** @description Assigned at issue; null for drafts, and for drafts that were voided. */
            number: string | null;
            /** @enum {string} */
            status: "draft" | "open" | "partially_paid" | "paid" | "void" | "uncollectible";
            /** Format: int64 */
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
            /** @description Unit prices, discounts and charges contain the tax. */
            prices_include_tax: boolean;
            discounts: components["schemas"]["Discount"][];
            charges: components["schemas"]["Charge"][];
            /** @description The sum of the lines' net amounts. */
            subtotal: number;
            /** @description What the discounts on the document take off, without tax. */
            discount_total: number;
            /** @description What the charges on the document add, without tax. */
            charge_total: number;
            /** @description In major units of the currency, exact. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description subtotal − discount_total + charge_total + tax_total */
            total: number;
            withholding: components["schemas"]["Withholding"];
            /** @description rate % of the total without tax, rounded. It is part of amount_due. */
            withholding_amount: number;
            /**
             * Format: currency
             * @description The company's currency; from the issue on, the one that it had then.
             */
            accounting_currency: string;
            /** @description Units of accounting_currency per unit of currency, fixed at issue; 1 if both are the same. Null while none is known: a draft shows only a rate that was given. */
            exchange_rate: number | null;
            /** @description tax_total in accounting_currency, rounded; null without an exchange_rate. */
            tax_total_accounting: number | null;
            /** @description total in accounting_currency, rounded; null without an exchange_rate. */
            total_accounting: number | null;
            /** @description In major units of the currency, exact. */
            amount_paid: number;
            /** @description In major units of the currency, exact. */
            amount_credited: number;
            /** @description In major units of the currency, exact. */
            amount_refunded: number;
            /** @description Credit of other invoices that was applied to this one. */
            credit_applied: number;
            /** @description Credit of this invoice that was applied to others. */
            credit_applied_elsewhere: number;
            /** @description total + credit_applied_elsewhere − amount_credited − amount_paid − credit_applied, and never below 0. */
            amount_due: number;
            /** @description What the buyer is asked for: amount_due without the withholding_amount that is not yet recorded by payments of the method withholding_tax, and never below 0. */
            amount_payable: number;
            /** @description What was paid beyond what the invoice comes to after its credit notes, and is neither refunded nor applied to other invoices. */
            amount_to_refund: number;
            /** @description True if the invoice is open or partially paid, the due date has passed and amount_payable is not 0. */
            overdue: boolean;
            /** @description Fiscal reference, once registered. */
            irn: string | null;
            /** @enum {string} */
            fiscal_status: "none" | "pending" | "registered" | "rejected" | "cancelled";
            fiscal: components["schemas"]["Fiscal"];
            /** Format: int64 */
            sale_id: number | null;
            /**
             * Format: int64
             * @description The schedule that made this invoice.
             */
            recurring_invoice_id: number | null;
            /**
             * Format: date
             * @description The first day of the schedule's period; null without one.
             */
            period_start: string | null;
            /**
             * Format: date
             * @description The last day of that period.
             */
            period_end: string | null;
            /** @enum {string} */
            source: "api" | "portal" | "site";
            /** @description Unguessable token that shows this invoice in the embedded portal. */
            portal_token: string;
            /** @description The buyer's purchase order number. */
            po_number: string | null;
            external_id: string | null;
            notes: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
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
            /**
             * Format: date-time
             * @description When it was last sent to the buyer by mail.
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description When the page for the buyer was first opened.
             */
            viewed_at: string | null;
            /** @description Whether reminders leave this invoice out; those of a customer are paused on the customer. */
            reminders_paused: boolean;
            /**
             * Format: date-time
             * @description When the buyer was last reminded by mail.
             */
            reminded_at: string | null;
            lines: components["schemas"]["Line"][];
        };
        /** InvoiceBatch */
        InvoiceBatch: {
            /**
             * @description `create` makes a new record of each. `upsert` changes the record with the same `external_id`, or creates it; every record then needs an `external_id`.
             * @enum {string}
             */
            mode: "create" | "upsert";
            /** @description With true, nothing is stored if one record fails, and the response is 422 with the faults of all records. Otherwise the others are stored. */
            all_or_nothing?: boolean;
            records: components["schemas"]["InvoicePatch"][];
        };
        /** InvoiceCreate */
        InvoiceCreate: {
            /**
             * Format: int64
             * @description A customer of this company.
             */
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
            /** @description Units of the company's currency per unit of the invoice's; at most 10 decimals. Default: at issue, the newest of the company's exchange rates on or before invoice_date, at most 31 days older. */
            exchange_rate?: number | string | null;
            lines: components["schemas"]["LineInput"][];
            withholding?: components["schemas"]["WithholdingInput"];
            /** @description Unit prices, discounts and charges contain the tax. Default: the company's setting. */
            prices_include_tax?: boolean | null;
            /** @description Taken off the sum of the lines, one after another. Default: the customer's default_discount_percent; [] for none. */
            discounts?: components["schemas"]["DiscountInput"][] | null;
            /** @description Added to the sum of the lines after the discounts, one after another. */
            charges?: components["schemas"]["ChargeInput"][] | null;
            /** @description The buyer's purchase order number. */
            po_number?: string | null;
            notes?: string | null;
            /** @description Your own id for the record; unique per company. */
            external_id?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
        };
        /** InvoiceEntry */
        InvoiceEntry: {
            /** Format: int64 */
            id: number;
            /** @description Assigned at issue; null for drafts, and for drafts that were voided. */
            number: string | null;
            /** @enum {string} */
            status: "draft" | "open" | "partially_paid" | "paid" | "void" | "uncollectible";
            /** Format: int64 */
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
            /** @description Unit prices, discounts and charges contain the tax. */
            prices_include_tax: boolean;
            discounts: components["schemas"]["Discount"][];
            charges: components["schemas"]["Charge"][];
            /** @description The sum of the lines' net amounts. */
            subtotal: number;
            /** @description What the discounts on the document take off, without tax. */
            discount_total: number;
            /** @description What the charges on the document add, without tax. */
            charge_total: number;
            /** @description In major units of the currency, exact. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description subtotal − discount_total + charge_total + tax_total */
            total: number;
            withholding: components["schemas"]["Withholding"];
            /** @description rate % of the total without tax, rounded. It is part of amount_due. */
            withholding_amount: number;
            /**
             * Format: currency
             * @description The company's currency; from the issue on, the one that it had then.
             */
            accounting_currency: string;
            /** @description Units of accounting_currency per unit of currency, fixed at issue; 1 if both are the same. Null while none is known: a draft shows only a rate that was given. */
            exchange_rate: number | null;
            /** @description tax_total in accounting_currency, rounded; null without an exchange_rate. */
            tax_total_accounting: number | null;
            /** @description total in accounting_currency, rounded; null without an exchange_rate. */
            total_accounting: number | null;
            /** @description In major units of the currency, exact. */
            amount_paid: number;
            /** @description In major units of the currency, exact. */
            amount_credited: number;
            /** @description In major units of the currency, exact. */
            amount_refunded: number;
            /** @description Credit of other invoices that was applied to this one. */
            credit_applied: number;
            /** @description Credit of this invoice that was applied to others. */
            credit_applied_elsewhere: number;
            /** @description total + credit_applied_elsewhere − amount_credited − amount_paid − credit_applied, and never below 0. */
            amount_due: number;
            /** @description What the buyer is asked for: amount_due without the withholding_amount that is not yet recorded by payments of the method withholding_tax, and never below 0. */
            amount_payable: number;
            /** @description What was paid beyond what the invoice comes to after its credit notes, and is neither refunded nor applied to other invoices. */
            amount_to_refund: number;
            /** @description True if the invoice is open or partially paid, the due date has passed and amount_payable is not 0. */
            overdue: boolean;
            /** @description Fiscal reference, once registered. */
            irn: string | null;
            /** @enum {string} */
            fiscal_status: "none" | "pending" | "registered" | "rejected" | "cancelled";
            fiscal: components["schemas"]["Fiscal"];
            /** Format: int64 */
            sale_id: number | null;
            /**
             * Format: int64
             * @description The schedule that made this invoice.
             */
            recurring_invoice_id: number | null;
            /**
             * Format: date
             * @description The first day of the schedule's period; null without one.
             */
            period_start: string | null;
            /**
             * Format: date
             * @description The last day of that period.
             */
            period_end: string | null;
            /** @enum {string} */
            source: "api" | "portal" | "site";
            /** @description Unguessable token that shows this invoice in the embedded portal. */
            portal_token: string;
            /** @description The buyer's purchase order number. */
            po_number: string | null;
            external_id: string | null;
            notes: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
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
            /**
             * Format: date-time
             * @description When it was last sent to the buyer by mail.
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description When the page for the buyer was first opened.
             */
            viewed_at: string | null;
            /** @description Whether reminders leave this invoice out; those of a customer are paused on the customer. */
            reminders_paused: boolean;
            /**
             * Format: date-time
             * @description When the buyer was last reminded by mail.
             */
            reminded_at: string | null;
            /** @description With include=lines. */
            lines?: components["schemas"]["Line"][];
        };
        /** InvoiceEvent */
        InvoiceEvent: {
            /** @description The same in every delivery of the event, and never given to another event. Treat it as opaque text. */
            id: string;
            /**
             * @description What happened. New types may be added: ignore types that you do not know.
             * @enum {string}
             */
            type: "invoice.created" | "invoice.updated" | "invoice.deleted" | "invoice.issued" | "invoice.parties_refreshed" | "invoice.sent" | "invoice.viewed" | "invoice.reminded" | "invoice.registration_pending" | "invoice.registered" | "invoice.registration_failed" | "invoice.registration_cancelled" | "invoice.partially_paid" | "invoice.paid" | "invoice.overdue" | "invoice.voided" | "invoice.written_off";
            /**
             * Format: int64
             * @description Numbers the company's events in commit order, without gaps.
             */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            /** Format: int64 */
            company_id: number;
            /** @description Who caused the event. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused the event, if any. */
            request_id: string | null;
            data: {
                object: components["schemas"]["Invoice"];
                previous?: components["schemas"]["Invoice"];
            };
        };
        /**
         * InvoicePatch
         * @description Fields that are omitted stay unchanged. lines replaces all lines. null restores the default, except that withholding: null is none.
         */
        InvoicePatch: {
            /**
             * Format: int64
             * @description A customer of this company.
             */
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
            /** @description Units of the company's currency per unit of the invoice's; at most 10 decimals. Default: at issue, the newest of the company's exchange rates on or before invoice_date, at most 31 days older. */
            exchange_rate?: number | string | null;
            lines?: components["schemas"]["LineInput"][];
            withholding?: components["schemas"]["WithholdingInput"];
            /** @description Unit prices, discounts and charges contain the tax. Default: the company's setting. */
            prices_include_tax?: boolean | null;
            /** @description Taken off the sum of the lines, one after another. Default: the customer's default_discount_percent; [] for none. */
            discounts?: components["schemas"]["DiscountInput"][] | null;
            /** @description Added to the sum of the lines after the discounts, one after another. */
            charges?: components["schemas"]["ChargeInput"][] | null;
            /** @description The buyer's purchase order number. */
            po_number?: string | null;
            notes?: string | null;
            /** @description Your own id for the record; unique per company. */
            external_id?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
        };
        /** InvoiceReminder */
        InvoiceReminder: {
            /** @description Days after the due date; before it if negative. */
            days: number;
            /**
             * @description mailed: the mail was handed to the outbox, and `GET /mails` says what became of it. no_address: the customer had no email address, so there was no mail, and the step is not repeated.
             * @enum {string}
             */
            outcome: "mailed" | "no_address";
            /** Format: date-time */
            created_at: string;
        };
        /** InvoiceSend */
        InvoiceSend: {
            /**
             * Format: email
             * @description One address, or up to 5. Default: the email address of the customer.
             */
            to?: string | string[] | null;
            /**
             * Format: email
             * @description Who else gets it, up to 5 addresses.
             */
            cc?: string | string[] | null;
            /** @description Your own words, instead of ours, above the facts and the button. */
            message?: string | null;
            /** @description Whether the PDF is attached. Default: true. */
            attach_pdf?: boolean | null;
            /** @description Issue a draft first, in the same step. Default: false, and a draft is refused. */
            issue?: boolean | null;
        };
        /** JournalAccounts */
        JournalAccounts: {
            /** @description What customers owe. */
            receivables: string;
            /** @description What is sold, without tax. */
            sales: string;
            /** @description Tax on sales that is owed to the state. */
            tax: string;
            /** @description Where payments arrive, unless their method has an account of its own. */
            bank: string;
            /** @description Tax that buyers withheld. */
            withholding: string;
            /** @description What is written off. */
            write_offs: string;
            /** @description Accounts of single payment methods, such as `cash`. All others are `bank`. It is replaced as a whole. */
            methods: {
                [key: string]: string;
            };
        };
        /** JournalAccountsPatch */
        JournalAccountsPatch: {
            /** @description What customers owe. */
            receivables?: string | null;
            /** @description What is sold, without tax. */
            sales?: string | null;
            /** @description Tax on sales that is owed to the state. */
            tax?: string | null;
            /** @description Where payments arrive, unless their method has an account of its own. */
            bank?: string | null;
            /** @description Tax that buyers withheld. */
            withholding?: string | null;
            /** @description What is written off. */
            write_offs?: string | null;
            /** @description Accounts of single payment methods, such as `cash`. All others are `bank`. It is replaced as a whole. */
            methods?: {
                [key: string]: string;
            } | null;
        };
        /** JournalEntry */
        JournalEntry: {
            /** @description The same in every export, so that an import can be repeated. */
            id: string;
            /** Format: date */
            date: string;
            /** @enum {string} */
            type: "invoice" | "credit_note" | "payment" | "reversal" | "refund" | "write_off" | "void";
            /** @description The document's number, or the payment's reference. */
            reference: string | null;
            /** Format: int64 */
            customer_id: number | null;
            customer_name: string | null;
            /** Format: int64 */
            invoice_id: number | null;
            method: string | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /**
             * Format: currency
             * @description Of documents: what `exchange_rate` leads to. Null for payments and write-offs.
             */
            accounting_currency: string | null;
            /** @description Units of accounting_currency per unit of currency, as the document has kept it since it was issued. Null without one. */
            exchange_rate: number | null;
            /** @description Their debits and credits are equal. */
            lines: components["schemas"]["JournalLine"][];
        };
        /** JournalLine */
        JournalLine: {
            /** @description By the company's mapping of accounts. */
            account: string;
            /** @description In major units of the currency, exact. */
            debit: number;
            /** @description In major units of the currency, exact. */
            credit: number;
            /** @description On lines of tax. */
            tax_category: string | null;
            tax_rate: number | null;
        };
        /** Key */
        Key: {
            app_id: string;
            /** @description Which system uses the key. */
            name: string | null;
            scopes: ("invoices:read" | "invoices:write" | "customers:read" | "customers:write" | "customers:erase" | "products:read" | "products:write" | "sales:read" | "sales:write" | "integrations" | "integrations:read" | "integrations:configure" | "payments:read" | "payments:write" | "reports:read" | "portal:embed" | "portal:configure" | "webhooks:read" | "webhooks:write" | "company:read" | "sandbox")[];
            /** @description IP addresses and networks that the key may be used from; empty means everywhere. From another address, the key is refused like an unknown one. */
            allowed_ips: string[];
            /**
             * Format: date-time
             * @description When the key stops working; null means never.
             */
            expires_at: string | null;
            /** @description Whether unknown fields and query parameters are refused, as with the header `Billfold-Strict: true`. */
            strict: boolean;
            /** @description POST requests per second that the key may send, if fewer than the plan allows each key; five seconds' worth can be sent at once. null means as many as the plan allows. */
            post_rate: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            last_used_scopes: {
                [key: string]: string;
            };
            /** @description Scopes that have not been used for more than 90 days. The key may not need them. */
            unused_scopes: ("invoices:read" | "invoices:write" | "customers:read" | "customers:write" | "customers:erase" | "products:read" | "products:write" | "sales:read" | "sales:write" | "integrations" | "integrations:read" | "integrations:configure" | "payments:read" | "payments:write" | "reports:read" | "portal:embed" | "portal:configure" | "webhooks:read" | "webhooks:write" | "company:read" | "sandbox")[];
            /** Format: date-time */
            rotated_at: string | null;
            /** @description Whether the previous secret is still valid. */
            previous_secret_valid: boolean;
            /**
             * Format: date-time
             * @description null until the first use of the new secret, which starts the grace period.
             */
            previous_secret_until: string | null;
            /** @description Grace period of the last rotation. */
            grace_seconds: number | null;
            /**
             * Format: date-time
             * @description When a person confirmed that they stored the current secret.
             */
            secret_stored_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
        };
        /** Line */
        Line: {
            /** Format: int64 */
            id: number;
            description: string;
            quantity: number;
            unit_price: number;
            /** @description Percentage. */
            tax_rate: number;
            /** @enum {string} */
            tax_category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M";
            exemption_reason: string | null;
            /** Format: int64 */
            product_id: number | null;
            unit_code: string;
            hs_code: string | null;
            service_code: string | null;
            discounts: components["schemas"]["Discount"][];
            charges: components["schemas"]["Charge"][];
            /** @description quantity × unit_price, rounded; with tax if prices_include_tax. So are the next two. */
            gross_amount: number;
            /** @description What the line's discounts take off gross_amount. */
            discount_amount: number;
            /** @description What the line's charges add to it. */
            charge_amount: number;
            /** @description After discounts and charges of the line, without tax. */
            net_amount: number;
            /** @description The line's share of the tax of its group, to which discounts on the document are shared too. */
            tax_amount: number;
            /** @description net_amount + tax_amount */
            total_amount: number;
        };
        /** LineInput */
        LineInput: {
            /** @description Required unless product_id is given. */
            description?: string | null;
            quantity: number | string;
            /** @description Required unless product_id is given. */
            unit_price?: number | string | null;
            /**
             * Format: int64
             * @description Description, price, tax rate and codes are taken from this product where the line has none.
             */
            product_id?: number | null;
            /** @description Percentage: 7.5 means 7.5 %. */
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
            /** @description Taken off quantity × unit_price, one after another. Default: the product's default_discount_percent; [] for none. */
            discounts?: components["schemas"]["DiscountInput"][] | null;
            /** @description Added to quantity × unit_price after the discounts, one after another. */
            charges?: components["schemas"]["ChargeInput"][] | null;
        };
        /** Mail */
        Mail: {
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            kind: "confirmation" | "known_address" | "password_reset" | "password_changed" | "email_change" | "email_changed" | "owner_notice" | "invitation" | "company_approved" | "company_refused" | "company_suspended" | "notifications" | "checkpoint" | "invoice" | "quote" | "credit_note" | "receipt" | "statement" | "reminder";
            to: string;
            /** @description Who gets a copy of the same mail: the further addresses of `to`, and those of `cc`. */
            cc: string[];
            language: string;
            subject: string;
            /** @description The record that it is about, such as invoice/1042 or payment/310. */
            about: string | null;
            /** @enum {string} */
            status: "queued" | "sent" | "failed" | "expired" | "cancelled" | "kept";
            attempts: number;
            /** @description Why the last attempt failed. */
            last_error: string | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            sent_at: string | null;
        };
        /** MailEvent */
        MailEvent: {
            /** @description The same in every delivery of the event, and never given to another event. Treat it as opaque text. */
            id: string;
            /**
             * @description What happened. New types may be added: ignore types that you do not know.
             * @enum {string}
             */
            type: "mail.failed";
            /**
             * Format: int64
             * @description Numbers the company's events in commit order, without gaps.
             */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            /** Format: int64 */
            company_id: number;
            /** @description Who caused the event. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused the event, if any. */
            request_id: string | null;
            data: {
                object: components["schemas"]["Mail"];
                previous?: components["schemas"]["Mail"];
            };
        };
        /** MailPreview */
        MailPreview: {
            /** @description The customer's address; empty if it has none, and `to` is then required to send the mail. */
            to: string[];
            subject: string;
            /** @description The mail as plain text, as readers without HTML show it. */
            text: string;
            /** @description The page that the button leads to, if there is one. Anyone who has it can see the document. */
            url: string | null;
        };
        /** OrderCreate */
        OrderCreate: {
            /**
             * Format: int64
             * @description A customer of this company. Required unless customer is given.
             */
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
             * @description Requested delivery or service date.
             */
            booking_date?: string | null;
            /** @description Unit prices, discounts and charges contain the tax. Default: the company's setting. */
            prices_include_tax?: boolean | null;
            /** @description Taken off the sum of the lines, one after another. Default: the customer's default_discount_percent; [] for none. */
            discounts?: components["schemas"]["DiscountInput"][] | null;
            /** @description Added to the sum of the lines after the discounts, one after another. */
            charges?: components["schemas"]["ChargeInput"][] | null;
            /** @description The buyer's purchase order number. */
            po_number?: string | null;
            notes?: string | null;
            /** @description Your own id for the record; unique per company. */
            external_id?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
            /** @description The page that the checkout links back to, on a site that the company allows. `{portal_token}` is replaced by the invoice's token. */
            return_url?: string | null;
        };
        /** OrderInvoice */
        OrderInvoice: {
            /** Format: int64 */
            id: number;
            /** @description Assigned at issue; null for drafts, and for drafts that were voided. */
            number: string | null;
            /** @enum {string} */
            status: "draft" | "open" | "partially_paid" | "paid" | "void" | "uncollectible";
            /** Format: int64 */
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
            /** @description Unit prices, discounts and charges contain the tax. */
            prices_include_tax: boolean;
            discounts: components["schemas"]["Discount"][];
            charges: components["schemas"]["Charge"][];
            /** @description The sum of the lines' net amounts. */
            subtotal: number;
            /** @description What the discounts on the document take off, without tax. */
            discount_total: number;
            /** @description What the charges on the document add, without tax. */
            charge_total: number;
            /** @description In major units of the currency, exact. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description subtotal − discount_total + charge_total + tax_total */
            total: number;
            withholding: components["schemas"]["Withholding"];
            /** @description rate % of the total without tax, rounded. It is part of amount_due. */
            withholding_amount: number;
            /**
             * Format: currency
             * @description The company's currency; from the issue on, the one that it had then.
             */
            accounting_currency: string;
            /** @description Units of accounting_currency per unit of currency, fixed at issue; 1 if both are the same. Null while none is known: a draft shows only a rate that was given. */
            exchange_rate: number | null;
            /** @description tax_total in accounting_currency, rounded; null without an exchange_rate. */
            tax_total_accounting: number | null;
            /** @description total in accounting_currency, rounded; null without an exchange_rate. */
            total_accounting: number | null;
            /** @description In major units of the currency, exact. */
            amount_paid: number;
            /** @description In major units of the currency, exact. */
            amount_credited: number;
            /** @description In major units of the currency, exact. */
            amount_refunded: number;
            /** @description Credit of other invoices that was applied to this one. */
            credit_applied: number;
            /** @description Credit of this invoice that was applied to others. */
            credit_applied_elsewhere: number;
            /** @description total + credit_applied_elsewhere − amount_credited − amount_paid − credit_applied, and never below 0. */
            amount_due: number;
            /** @description What the buyer is asked for: amount_due without the withholding_amount that is not yet recorded by payments of the method withholding_tax, and never below 0. */
            amount_payable: number;
            /** @description What was paid beyond what the invoice comes to after its credit notes, and is neither refunded nor applied to other invoices. */
            amount_to_refund: number;
            /** @description True if the invoice is open or partially paid, the due date has passed and amount_payable is not 0. */
            overdue: boolean;
            /** @description Fiscal reference, once registered. */
            irn: string | null;
            /** @enum {string} */
            fiscal_status: "none" | "pending" | "registered" | "rejected" | "cancelled";
            fiscal: components["schemas"]["Fiscal"];
            /** Format: int64 */
            sale_id: number | null;
            /**
             * Format: int64
             * @description The schedule that made this invoice.
             */
            recurring_invoice_id: number | null;
            /**
             * Format: date
             * @description The first day of the schedule's period; null without one.
             */
            period_start: string | null;
            /**
             * Format: date
             * @description The last day of that period.
             */
            period_end: string | null;
            /** @enum {string} */
            source: "api" | "portal" | "site";
            /** @description Unguessable token that shows this invoice in the embedded portal. */
            portal_token: string;
            /** @description The buyer's purchase order number. */
            po_number: string | null;
            external_id: string | null;
            notes: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
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
            /**
             * Format: date-time
             * @description When it was last sent to the buyer by mail.
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description When the page for the buyer was first opened.
             */
            viewed_at: string | null;
            /** @description Whether reminders leave this invoice out; those of a customer are paused on the customer. */
            reminders_paused: boolean;
            /**
             * Format: date-time
             * @description When the buyer was last reminded by mail.
             */
            reminded_at: string | null;
            lines: components["schemas"]["Line"][];
        };
        /** Pagination */
        Pagination: {
            limit: number;
            /** @description Check this instead of counting records: a page that would exceed 8 MiB has fewer than `limit`. */
            has_more: boolean;
            next_cursor: string | null;
            /** @description With include=total_count; at most 10,000. */
            total_count?: number;
            total_count_capped?: boolean;
        };
        /** Payment */
        Payment: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            invoice_id: number | null;
            /** @description In major units of the currency, exact. */
            amount: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description Money that is not allocated to an invoice: because a gateway took more than was due, or because the allocations of a recorded payment add up to less. 0 once the payment is reversed. */
            unallocated_amount: number;
            /** @description The invoices that it pays, and how much of each. */
            allocations: components["schemas"]["PaymentAllocation"][];
            /** @description Completed refunds, without pending ones. */
            amount_refunded: number;
            refunds: components["schemas"]["Refund"][];
            method: string | null;
            reference: string | null;
            /** @description Of tax that the buyer withheld; null until it is known. */
            certificate_number: string | null;
            note: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. A payment through a payment link starts with that of the link. */
            metadata: Record<string, unknown>;
            /** @description Received after the link was paid or cancelled or had expired, or after the invoice was void. */
            late: boolean;
            /** @enum {string} */
            source: "api" | "gateway" | "site";
            payment_link_reference: string | null;
            /** @description How many the buyer paid for, if the payment link asked; otherwise null. */
            quantity: number | null;
            gateway: string | null;
            gateway_reference: string | null;
            /** Format: date-time */
            paid_at: string;
            /**
             * Format: date-time
             * @description When the gateway reported that the buyer’s bank disputes the payment.
             */
            disputed_at: string | null;
            /**
             * @description While the dispute is `open`, nothing else changes. `lost`: the money is gone, so the payment is reversed; a part is recorded as a refund.
             * @enum {unknown}
             */
            dispute_status: "open" | "won" | "lost" | null;
            /** @description The gateway’s word for it, such as `fraudulent`. */
            dispute_reason: string | null;
            /**
             * Format: date-time
             * @description When it was reversed: because it was recorded by mistake, or because a dispute was lost. A reversed payment settles nothing.
             */
            reversed_at: string | null;
            reversal_reason: string | null;
            /**
             * Format: date-time
             * @description When its receipt was last sent to the buyer by mail.
             */
            sent_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** PaymentAllocation */
        PaymentAllocation: {
            /** Format: int64 */
            invoice_id: number;
            /** @description In major units of the currency, exact. */
            amount: number;
        };
        /** PaymentAllocationCreate */
        PaymentAllocationCreate: {
            /** Format: int64 */
            invoice_id: number;
            /** @description At most the amount due of this invoice. */
            amount: number | string;
        };
        /** PaymentAttempt */
        PaymentAttempt: {
            /** @description Our reference, also known to the gateway. */
            reference: string;
            gateway: string;
            /** @description In major units of the currency, exact. */
            amount: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description How many the buyer chose; null if the link does not ask. */
            quantity: number | null;
            /**
             * @description `open`: the buyer is on the gateway's page. `processing`: the gateway has not decided yet. A failed attempt may still succeed, because gateways let buyers try again.
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
            /**
             * Format: int64
             * @description The invoice to pay. Required unless `allocations` are given.
             */
            invoice_id?: number | null;
            /** @description At most the amount due of the invoice. With `allocations`, at least what these add up to. */
            amount: number | string;
            /** @description Instead of `invoice_id`: the invoices to pay, each once, and how much of each. All are of one customer and in one currency. What is left of the amount stays unallocated. */
            allocations?: components["schemas"]["PaymentAllocationCreate"][] | null;
            /**
             * Format: currency
             * @description Must be the currency of the invoice.
             */
            currency?: string | null;
            /** @description A short word, stored as given: cash, bank_transfer, card, … `withholding_tax` is tax that the buyer withheld, which lowers what is left of withholding_amount. */
            method?: string | null;
            /** @description Your reference; unique for each invoice that the payment pays. Repeating it with the same content returns the same payment. */
            reference?: string | null;
            /** @description The certificate of the tax that the buyer withheld, for the method withholding_tax alone; it may follow by PATCH. */
            certificate_number?: string | null;
            /**
             * Format: moment
             * @description Default: now.
             */
            paid_at?: string | null;
            note?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
        };
        /** PaymentEvent */
        PaymentEvent: {
            /** @description The same in every delivery of the event, and never given to another event. Treat it as opaque text. */
            id: string;
            /**
             * @description What happened. New types may be added: ignore types that you do not know.
             * @enum {string}
             */
            type: "payment.recorded" | "payment.receipt_sent" | "payment.allocated" | "payment.updated" | "payment.refunded" | "payment.disputed" | "payment.reversed";
            /**
             * Format: int64
             * @description Numbers the company's events in commit order, without gaps.
             */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            /** Format: int64 */
            company_id: number;
            /** @description Who caused the event. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused the event, if any. */
            request_id: string | null;
            data: {
                object: components["schemas"]["Payment"];
                previous?: components["schemas"]["Payment"];
            };
        };
        /** PaymentLink */
        PaymentLink: {
            /** @description Unguessable: anyone who has it can pay. */
            reference: string;
            checkout_url: string;
            /** @description In major units of the currency, exact. */
            amount: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** Format: int64 */
            invoice_id: number | null;
            email: string | null;
            phone: string | null;
            purpose: string | null;
            label: string | null;
            return_url: string | null;
            cancel_url: string | null;
            /** @description The least that the buyer may choose to pay; null if `amount` is fixed. */
            min_amount: number | null;
            /** @description Whether more than one buyer can pay. */
            reusable: boolean;
            /** @description How often a reusable link can be paid; null if that is not limited. */
            max_payments: number | null;
            /** @description How often the link has been paid. Late payments and those of less than was requested do not count; refunded ones do. */
            payment_count: number;
            min_quantity: number | null;
            /** @description How many the buyer may pay for, at `amount` each; null if the buyer is not asked. */
            max_quantity: number | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata: Record<string, unknown>;
            /**
             * @description A reusable link is `active` until it has been paid `max_payments` times, and then `paid`.
             * @enum {string}
             */
            status: "active" | "paid" | "expired" | "cancelled";
            /** @description The last ten payment attempts, newest first. */
            attempts: components["schemas"]["PaymentAttempt"][];
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description QR code of the checkout URL: a PNG in base64, without a data: prefix. */
            qr: string;
        };
        /** PaymentLinkCreate */
        PaymentLinkCreate: {
            /** @description In major units of the currency. */
            amount: number | string;
            /**
             * Format: currency
             * @description Default: the currency of the invoice or the company.
             */
            currency?: string | null;
            /**
             * Format: int64
             * @description The invoice to pay.
             */
            invoice_id?: number | null;
            /**
             * Format: email
             * @description The buyer's email address.
             */
            email?: string | null;
            /**
             * Format: international-phone
             * @description The buyer's phone number in international format. Spaces and dashes are removed.
             */
            phone?: string | null;
            purpose?: string | null;
            /** @description Shown to the buyer as the purpose of the payment. */
            label?: string | null;
            /** @description Your page that the buyer is led to after the payment, on a site that the company allows (`POST /portal/settings`). `payment_link` and `payment_status=paid` are added to it. */
            return_url?: string | null;
            /** @description Your page for buyers who leave the checkout without paying, on a site that the company allows. `payment_link` is added to it. */
            cancel_url?: string | null;
            /** @description Lets the buyer choose the amount: at least this, and at most what is payable of the invoice, if there is one. `amount` is then what the page suggests. */
            min_amount?: number | string | null;
            /** @description Lets any number of buyers pay, each once or more, until the link expires, is cancelled or has been paid `max_payments` times. Not for an invoice, which is paid once. */
            reusable?: boolean | null;
            /** @description How often a reusable link can be paid. Default: as often as buyers want. */
            max_payments?: number | null;
            /** @description The least that the buyer may choose, with `max_quantity`. Default: 1. */
            min_quantity?: number | null;
            /** @description Lets the buyer choose how many to pay for, up to this. `amount` is then the price of one. Not together with `invoice_id` or `min_amount`. */
            max_quantity?: number | null;
            /**
             * Format: moment
             * @description Between 15 minutes and 30 days from now. Default: 24 hours.
             */
            expires_at?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. Payments through the link start with it. */
            metadata?: Record<string, unknown> | null;
        };
        /** PaymentLinkEvent */
        PaymentLinkEvent: {
            /** @description The same in every delivery of the event, and never given to another event. Treat it as opaque text. */
            id: string;
            /**
             * @description What happened. New types may be added: ignore types that you do not know.
             * @enum {string}
             */
            type: "payment_link.created" | "payment_link.paid" | "payment_link.expired" | "payment_link.cancelled";
            /**
             * Format: int64
             * @description Numbers the company's events in commit order, without gaps.
             */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            /** Format: int64 */
            company_id: number;
            /** @description Who caused the event. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused the event, if any. */
            request_id: string | null;
            data: {
                object: components["schemas"]["PaymentLink"];
                previous?: components["schemas"]["PaymentLink"];
            };
        };
        /**
         * PaymentPatch
         * @description Fields that are omitted stay unchanged, and null clears a field. Nothing else of a payment changes.
         */
        PaymentPatch: {
            /** @description The certificate of the tax that the buyer withheld, for the method withholding_tax alone; it may follow by PATCH. */
            certificate_number?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
        };
        /** PaymentsReportRow */
        PaymentsReportRow: {
            /** @description Null where none was given. */
            method: string | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            payments: number;
            /** @description Paid in the period, also what was reversed later. */
            received: number;
            reversals: number;
            /** @description Payments that were reversed in the period, because they were recorded by mistake or lost in a dispute. */
            reversed: number;
            refunds: number;
            /** @description Given back in the period. */
            refunded: number;
            /** @description received − reversed − refunded */
            net: number;
        };
        /** PaymentsReportTotal */
        PaymentsReportTotal: {
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description Paid in the period, also what was reversed later. */
            received: number;
            /** @description Payments that were reversed in the period, because they were recorded by mistake or lost in a dispute. */
            reversed: number;
            /** @description Given back in the period. */
            refunded: number;
            /** @description received − reversed − refunded */
            net: number;
        };
        /** PortalSettings */
        PortalSettings: {
            allowed_origins: string[];
            /** @description null: as the company's setting. */
            prices_include_tax: boolean | null;
            /** Format: date-time */
            updated_at: string | null;
        };
        /** PortalSettingsInput */
        PortalSettingsInput: {
            /** @description The sites that may embed the portal: scheme, host and port, as browsers write them. Replaces the previous list; an empty list allows no site. */
            allowed_origins: string[];
            /** @description Whether prices in orders contain the tax. Left out, it stays as it is; null: as the company's setting. */
            prices_include_tax?: boolean | null;
        };
        /** Product */
        Product: {
            /** Format: int64 */
            id: number;
            name: string;
            description: string | null;
            sku: string | null;
            /** @enum {string} */
            kind: "goods" | "service";
            /** @description null: the price is set on each line. */
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
            default_discount_percent: number | null;
            active: boolean;
            portal: boolean;
            external_id: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata: Record<string, unknown>;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** ProductBatch */
        ProductBatch: {
            /**
             * @description `create` makes a new record of each. `upsert` changes the record with the same `external_id`, or creates it; every record then needs an `external_id`.
             * @enum {string}
             */
            mode: "create" | "upsert";
            /** @description With true, nothing is stored if one record fails, and the response is 422 with the faults of all records. Otherwise the others are stored. */
            all_or_nothing?: boolean;
            records: components["schemas"]["ProductPatch"][];
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
            /** @description Percentage: 7.5 means 7.5 %. */
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
            /** @description The discount of lines with this product that give none of their own. */
            default_discount_percent?: number | string | null;
            /** @default true */
            active?: boolean | null;
            /**
             * @description Whether the product is offered in the embedded portal.
             * @default false
             */
            portal?: boolean | null;
            /** @description Your own id for the record; unique per company. */
            external_id?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
        };
        /** ProductEvent */
        ProductEvent: {
            /** @description The same in every delivery of the event, and never given to another event. Treat it as opaque text. */
            id: string;
            /**
             * @description What happened. New types may be added: ignore types that you do not know.
             * @enum {string}
             */
            type: "product.created" | "product.updated";
            /**
             * Format: int64
             * @description Numbers the company's events in commit order, without gaps.
             */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            /** Format: int64 */
            company_id: number;
            /** @description Who caused the event. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused the event, if any. */
            request_id: string | null;
            data: {
                object: components["schemas"]["Product"];
                previous?: components["schemas"]["Product"];
            };
        };
        /**
         * ProductPatch
         * @description Fields that are omitted stay unchanged; null clears a field or restores its default.
         */
        ProductPatch: {
            name?: string;
            description?: string | null;
            sku?: string | null;
            /** @enum {unknown} */
            kind?: "goods" | "service" | null;
            unit_price?: number | string | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency?: string | null;
            /** @description Percentage: 7.5 means 7.5 %. */
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
            /** @description The discount of lines with this product that give none of their own. */
            default_discount_percent?: number | string | null;
            active?: boolean | null;
            /** @description Whether the product is offered in the embedded portal. */
            portal?: boolean | null;
            /** @description Your own id for the record; unique per company. */
            external_id?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
        };
        /** Quote */
        Quote: {
            /** Format: int64 */
            id: number;
            number: string;
            /** @enum {string} */
            status: "draft" | "sent" | "accepted" | "declined" | "expired" | "invoiced";
            /** @description The page where the buyer sees the quote and accepts or declines it; null until it is sent. Anyone who has this address can answer, so give it only to the buyer. */
            url: string | null;
            /** Format: int64 */
            customer_id: number;
            /** Format: date */
            quote_date: string;
            /** Format: date */
            valid_until: string;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description Unit prices, discounts and charges contain the tax. */
            prices_include_tax: boolean;
            discounts: components["schemas"]["Discount"][];
            charges: components["schemas"]["Charge"][];
            /** @description The sum of the lines' net amounts. */
            subtotal: number;
            /** @description What the discounts on the document take off, without tax. */
            discount_total: number;
            /** @description What the charges on the document add, without tax. */
            charge_total: number;
            /** @description In major units of the currency, exact. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description subtotal − discount_total + charge_total + tax_total */
            total: number;
            /** Format: date-time */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description When somebody first opened the buyer’s page.
             */
            viewed_at: string | null;
            accepted_by: string | null;
            /** Format: date-time */
            accepted_at: string | null;
            declined_by: string | null;
            /** Format: date-time */
            declined_at: string | null;
            decline_reason: string | null;
            /** Format: int64 */
            sale_id: number | null;
            /** Format: int64 */
            invoice_id: number | null;
            /** @enum {string} */
            source: "api" | "site";
            /** @description The buyer's purchase order number. */
            po_number: string | null;
            external_id: string | null;
            notes: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata: Record<string, unknown>;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            lines: components["schemas"]["Line"][];
        };
        /** QuoteAccept */
        QuoteAccept: {
            /** @description Who accepted it. */
            accepted_by?: string | null;
        };
        /** QuoteCreate */
        QuoteCreate: {
            /**
             * Format: int64
             * @description A customer of this company.
             */
            customer_id: number;
            /**
             * Format: date
             * @description Default: today in the company's time zone.
             */
            quote_date?: string | null;
            /**
             * Format: date
             * @description The last day on which it can be accepted. Default: 30 days after quote_date.
             */
            valid_until?: string | null;
            /**
             * Format: currency
             * @description ISO 4217; default: the company's currency.
             */
            currency?: string | null;
            lines: components["schemas"]["LineInput"][];
            /** @description Unit prices, discounts and charges contain the tax. Default: the company's setting. */
            prices_include_tax?: boolean | null;
            /** @description Taken off the sum of the lines, one after another. Default: the customer's default_discount_percent; [] for none. */
            discounts?: components["schemas"]["DiscountInput"][] | null;
            /** @description Added to the sum of the lines after the discounts, one after another. */
            charges?: components["schemas"]["ChargeInput"][] | null;
            /** @description The buyer's purchase order number. */
            po_number?: string | null;
            notes?: string | null;
            /** @description Your own id for the record; unique per company. */
            external_id?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
        };
        /** QuoteDecline */
        QuoteDecline: {
            /** @description Who declined it. */
            declined_by?: string | null;
            reason?: string | null;
        };
        /** QuoteEntry */
        QuoteEntry: {
            /** Format: int64 */
            id: number;
            number: string;
            /** @enum {string} */
            status: "draft" | "sent" | "accepted" | "declined" | "expired" | "invoiced";
            /** @description The page where the buyer sees the quote and accepts or declines it; null until it is sent. Anyone who has this address can answer, so give it only to the buyer. */
            url: string | null;
            /** Format: int64 */
            customer_id: number;
            /** Format: date */
            quote_date: string;
            /** Format: date */
            valid_until: string;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description Unit prices, discounts and charges contain the tax. */
            prices_include_tax: boolean;
            discounts: components["schemas"]["Discount"][];
            charges: components["schemas"]["Charge"][];
            /** @description The sum of the lines' net amounts. */
            subtotal: number;
            /** @description What the discounts on the document take off, without tax. */
            discount_total: number;
            /** @description What the charges on the document add, without tax. */
            charge_total: number;
            /** @description In major units of the currency, exact. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description subtotal − discount_total + charge_total + tax_total */
            total: number;
            /** Format: date-time */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description When somebody first opened the buyer’s page.
             */
            viewed_at: string | null;
            accepted_by: string | null;
            /** Format: date-time */
            accepted_at: string | null;
            declined_by: string | null;
            /** Format: date-time */
            declined_at: string | null;
            decline_reason: string | null;
            /** Format: int64 */
            sale_id: number | null;
            /** Format: int64 */
            invoice_id: number | null;
            /** @enum {string} */
            source: "api" | "site";
            /** @description The buyer's purchase order number. */
            po_number: string | null;
            external_id: string | null;
            notes: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata: Record<string, unknown>;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description With include=lines. */
            lines?: components["schemas"]["Line"][];
        };
        /** QuoteEvent */
        QuoteEvent: {
            /** @description The same in every delivery of the event, and never given to another event. Treat it as opaque text. */
            id: string;
            /**
             * @description What happened. New types may be added: ignore types that you do not know.
             * @enum {string}
             */
            type: "quote.created" | "quote.updated" | "quote.sent" | "quote.viewed" | "quote.accepted" | "quote.declined" | "quote.expired" | "quote.invoiced";
            /**
             * Format: int64
             * @description Numbers the company's events in commit order, without gaps.
             */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            /** Format: int64 */
            company_id: number;
            /** @description Who caused the event. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused the event, if any. */
            request_id: string | null;
            data: {
                object: components["schemas"]["Quote"];
                previous?: components["schemas"]["Quote"];
            };
        };
        /** QuoteMail */
        QuoteMail: {
            to: string[];
            cc: string[];
            subject: string;
            /** @description The page that the button leads to, if there is one. Anyone who has it can see the document. */
            url: string | null;
        } | null;
        /**
         * QuotePatch
         * @description Fields that are omitted stay unchanged. lines replaces all lines. null restores the default.
         */
        QuotePatch: {
            /**
             * Format: int64
             * @description A customer of this company.
             */
            customer_id?: number;
            /**
             * Format: date
             * @description Default: today in the company's time zone.
             */
            quote_date?: string | null;
            /**
             * Format: date
             * @description The last day on which it can be accepted. Default: 30 days after quote_date.
             */
            valid_until?: string | null;
            /**
             * Format: currency
             * @description ISO 4217; default: the company's currency.
             */
            currency?: string | null;
            lines?: components["schemas"]["LineInput"][];
            /** @description Unit prices, discounts and charges contain the tax. Default: the company's setting. */
            prices_include_tax?: boolean | null;
            /** @description Taken off the sum of the lines, one after another. Default: the customer's default_discount_percent; [] for none. */
            discounts?: components["schemas"]["DiscountInput"][] | null;
            /** @description Added to the sum of the lines after the discounts, one after another. */
            charges?: components["schemas"]["ChargeInput"][] | null;
            /** @description The buyer's purchase order number. */
            po_number?: string | null;
            notes?: string | null;
            /** @description Your own id for the record; unique per company. */
            external_id?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
        };
        /** QuoteSend */
        QuoteSend: {
            /**
             * Format: date
             * @description Replaces the quote's own; an expired quote needs one that is not in the past.
             */
            valid_until?: string | null;
            /**
             * Format: email
             * @description One address, or up to 5. Default: the email address of the customer.
             */
            to?: string | string[] | null;
            /**
             * Format: email
             * @description Who else gets it, up to 5 addresses.
             */
            cc?: string | string[] | null;
            /** @description Your own words, instead of ours, above the facts and the button. */
            message?: string | null;
            /** @description Whether the PDF is attached. Default: true. */
            attach_pdf?: boolean | null;
        };
        /** ReceiptSend */
        ReceiptSend: {
            /**
             * Format: email
             * @description One address, or up to 5. Default: the email address of the customer.
             */
            to?: string | string[] | null;
            /**
             * Format: email
             * @description Who else gets it, up to 5 addresses.
             */
            cc?: string | string[] | null;
            /** @description Your own words, instead of ours, above the facts and the button. */
            message?: string | null;
            /** @description Whether the PDF is attached. Default: true. */
            attach_pdf?: boolean | null;
        };
        /** ReceivablesReportAccountingTotal */
        ReceivablesReportAccountingTotal: {
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            accounting_currency: string;
            /** @description In major units of the currency, exact. */
            not_due: number;
            /** @description Overdue for 1 to 30 days. */
            days_1_30: number;
            /** @description In major units of the currency, exact. */
            days_31_60: number;
            /** @description In major units of the currency, exact. */
            days_61_90: number;
            /** @description In major units of the currency, exact. */
            days_91_or_more: number;
            /** @description All that is owed on invoices. */
            due: number;
            /** @description Invoices without an exchange rate to the company's currency, which the amounts in it do not contain. */
            without_rate: number;
        };
        /** ReceivablesReportRow */
        ReceivablesReportRow: {
            /** Format: int64 */
            customer_id: number | null;
            customer_name: string | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description In major units of the currency, exact. */
            not_due: number;
            /** @description Overdue for 1 to 30 days. */
            days_1_30: number;
            /** @description In major units of the currency, exact. */
            days_31_60: number;
            /** @description In major units of the currency, exact. */
            days_61_90: number;
            /** @description In major units of the currency, exact. */
            days_91_or_more: number;
            /** @description All that is owed on invoices. */
            due: number;
            /** @description What was paid or credited beyond that. Below zero: what was refunded without a credit note that says why. */
            credit: number;
            /** @description The closing balance of the customer's statement: due without the credit. */
            balance: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            accounting_currency: string;
            /** @description `due` in the company's currency, at the rates that the invoices have kept since they were issued. */
            due_accounting: number;
            /** @description Invoices without an exchange rate to the company's currency, which the amounts in it do not contain. */
            without_rate: number;
        };
        /** ReceivablesReportTotal */
        ReceivablesReportTotal: {
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description In major units of the currency, exact. */
            not_due: number;
            /** @description Overdue for 1 to 30 days. */
            days_1_30: number;
            /** @description In major units of the currency, exact. */
            days_31_60: number;
            /** @description In major units of the currency, exact. */
            days_61_90: number;
            /** @description In major units of the currency, exact. */
            days_91_or_more: number;
            /** @description All that is owed on invoices. */
            due: number;
            /** @description What was paid or credited beyond that. Below zero: what was refunded without a credit note that says why. */
            credit: number;
            /** @description The closing balance of the customer's statement: due without the credit. */
            balance: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            accounting_currency: string;
            /** @description `due` in the company's currency, at the rates that the invoices have kept since they were issued. */
            due_accounting: number;
        };
        /** RecurringInvoice */
        RecurringInvoice: {
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            status: "active" | "paused" | "ended";
            /** Format: int64 */
            customer_id: number;
            /** @description The customer's present name. */
            customer_name: string;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description Unit prices, discounts and charges contain the tax. */
            prices_include_tax: boolean;
            discounts: components["schemas"]["Discount"][];
            charges: components["schemas"]["Charge"][];
            /** @description The sum of the lines' net amounts. */
            subtotal: number;
            /** @description What the discounts on the document take off, without tax. */
            discount_total: number;
            /** @description What the charges on the document add, without tax. */
            charge_total: number;
            /** @description In major units of the currency, exact. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description subtotal − discount_total + charge_total + tax_total */
            total: number;
            withholding: components["schemas"]["Withholding"];
            /** @description rate % of the total without tax, rounded. It is part of amount_due. */
            withholding_amount: number;
            /** @enum {string} */
            interval: "day" | "week" | "month" | "year";
            interval_count: number;
            day_of_month: number | null;
            /** Format: date */
            start_date: string;
            /** Format: date */
            end_date: string | null;
            count: number | null;
            /** @enum {string} */
            action: "draft" | "issue" | "issue_and_register" | "issue_register_and_send";
            /** @enum {string} */
            missed: "catch_up" | "skip";
            payment_terms_days: number | null;
            /**
             * Format: date
             * @description The date of the next invoice; null while paused, and once ended.
             */
            next_date: string | null;
            /**
             * Format: date
             * @description The last date that an invoice was made for, or that failed.
             */
            last_date: string | null;
            /** @description Periods with an invoice, or that failed. */
            periods_done: number;
            /** Format: int64 */
            last_invoice_id: number | null;
            last_error: components["schemas"]["RecurringInvoiceError"];
            /** @description The buyer's purchase order number. */
            po_number: string | null;
            external_id: string | null;
            notes: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata: Record<string, unknown>;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            lines: components["schemas"]["RecurringInvoiceLine"][];
        };
        /** RecurringInvoiceCreate */
        RecurringInvoiceCreate: {
            /**
             * Format: int64
             * @description A customer of this company.
             */
            customer_id: number;
            /**
             * Format: currency
             * @description ISO 4217; default: the company's currency.
             */
            currency?: string | null;
            lines: components["schemas"]["LineInput"][];
            /** @enum {string} */
            interval: "day" | "week" | "month" | "year";
            /** @description Every so many days, weeks, months or years; default: 1. */
            interval_count?: number | null;
            /** @description For months and years; default: the day of start_date. In a shorter month the invoice has the month's last day. */
            day_of_month?: number | null;
            /**
             * Format: date
             * @description The first invoice has the first date of the schedule on or after this day, which may be at most 31 days ago.
             */
            start_date: string;
            /**
             * Format: date
             * @description No invoice has a later date. Either this or count, or neither.
             */
            end_date?: string | null;
            /** @description Ends after so many periods. Those that were skipped or fell into a pause do not count. */
            count?: number | null;
            /**
             * @description What happens with each invoice; default: draft. With `issue_register_and_send` the buyer gets it by mail once it is registered.
             * @enum {unknown}
             */
            action?: "draft" | "issue" | "issue_and_register" | "issue_register_and_send" | null;
            /**
             * @description When several periods are due at once, after an outage: `catch_up`, the default, makes an invoice for each, `skip` only for the latest.
             * @enum {unknown}
             */
            missed?: "catch_up" | "skip" | null;
            /** @description due_date is so many days after invoice_date; default: the company's payment terms. */
            payment_terms_days?: number | null;
            withholding?: components["schemas"]["WithholdingInput"];
            /** @description Unit prices, discounts and charges contain the tax. Default: the company's setting. */
            prices_include_tax?: boolean | null;
            /** @description Taken off the sum of the lines, one after another. Default: the customer's default_discount_percent; [] for none. */
            discounts?: components["schemas"]["DiscountInput"][] | null;
            /** @description Added to the sum of the lines after the discounts, one after another. */
            charges?: components["schemas"]["ChargeInput"][] | null;
            /** @description The buyer's purchase order number. */
            po_number?: string | null;
            notes?: string | null;
            /** @description Your own id for the record; unique per company. */
            external_id?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
        };
        /** RecurringInvoiceEntry */
        RecurringInvoiceEntry: {
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            status: "active" | "paused" | "ended";
            /** Format: int64 */
            customer_id: number;
            /** @description The customer's present name. */
            customer_name: string;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description Unit prices, discounts and charges contain the tax. */
            prices_include_tax: boolean;
            discounts: components["schemas"]["Discount"][];
            charges: components["schemas"]["Charge"][];
            /** @description The sum of the lines' net amounts. */
            subtotal: number;
            /** @description What the discounts on the document take off, without tax. */
            discount_total: number;
            /** @description What the charges on the document add, without tax. */
            charge_total: number;
            /** @description In major units of the currency, exact. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description subtotal − discount_total + charge_total + tax_total */
            total: number;
            withholding: components["schemas"]["Withholding"];
            /** @description rate % of the total without tax, rounded. It is part of amount_due. */
            withholding_amount: number;
            /** @enum {string} */
            interval: "day" | "week" | "month" | "year";
            interval_count: number;
            day_of_month: number | null;
            /** Format: date */
            start_date: string;
            /** Format: date */
            end_date: string | null;
            count: number | null;
            /** @enum {string} */
            action: "draft" | "issue" | "issue_and_register" | "issue_register_and_send";
            /** @enum {string} */
            missed: "catch_up" | "skip";
            payment_terms_days: number | null;
            /**
             * Format: date
             * @description The date of the next invoice; null while paused, and once ended.
             */
            next_date: string | null;
            /**
             * Format: date
             * @description The last date that an invoice was made for, or that failed.
             */
            last_date: string | null;
            /** @description Periods with an invoice, or that failed. */
            periods_done: number;
            /** Format: int64 */
            last_invoice_id: number | null;
            last_error: components["schemas"]["RecurringInvoiceError"];
            /** @description The buyer's purchase order number. */
            po_number: string | null;
            external_id: string | null;
            notes: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata: Record<string, unknown>;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description With include=lines. */
            lines?: components["schemas"]["RecurringInvoiceLine"][];
        };
        /**
         * RecurringInvoiceError
         * @description The last period that failed; null once the schedule is changed or resumed after it.
         */
        RecurringInvoiceError: {
            /** Format: date */
            date: string;
            code: string;
            message: string;
            /**
             * Format: int64
             * @description The draft that was left where only issuing or registering it failed.
             */
            invoice_id: number | null;
            /** Format: date-time */
            failed_at: string;
        } | null;
        /** RecurringInvoiceEvent */
        RecurringInvoiceEvent: {
            /** @description The same in every delivery of the event, and never given to another event. Treat it as opaque text. */
            id: string;
            /**
             * @description What happened. New types may be added: ignore types that you do not know.
             * @enum {string}
             */
            type: "recurring_invoice.created" | "recurring_invoice.updated" | "recurring_invoice.paused" | "recurring_invoice.resumed" | "recurring_invoice.invoiced" | "recurring_invoice.failed" | "recurring_invoice.ended";
            /**
             * Format: int64
             * @description Numbers the company's events in commit order, without gaps.
             */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            /** Format: int64 */
            company_id: number;
            /** @description Who caused the event. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused the event, if any. */
            request_id: string | null;
            data: {
                object: components["schemas"]["RecurringInvoice"];
                previous?: components["schemas"]["RecurringInvoice"];
            };
        };
        /**
         * RecurringInvoiceLine
         * @description With the price that each invoice will have, whatever the product's price is by then.
         */
        RecurringInvoiceLine: {
            description: string;
            quantity: number;
            unit_price: number;
            /** @description Percentage. */
            tax_rate: number;
            /** @enum {string} */
            tax_category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M";
            exemption_reason: string | null;
            /** Format: int64 */
            product_id: number | null;
            unit_code: string;
            hs_code: string | null;
            service_code: string | null;
            discounts: components["schemas"]["Discount"][];
            charges: components["schemas"]["Charge"][];
            /** @description quantity × unit_price, rounded; with tax if prices_include_tax. So are the next two. */
            gross_amount: number;
            /** @description What the line's discounts take off gross_amount. */
            discount_amount: number;
            /** @description What the line's charges add to it. */
            charge_amount: number;
            /** @description After discounts and charges of the line, without tax. */
            net_amount: number;
            /** @description The line's share of the tax of its group, to which discounts on the document are shared too. */
            tax_amount: number;
            /** @description net_amount + tax_amount */
            total_amount: number;
        };
        /**
         * RecurringInvoicePatch
         * @description Fields that are omitted stay unchanged. lines replaces all lines. null restores the default, except that withholding: null is none. Invoices that were made already stay as they are.
         */
        RecurringInvoicePatch: {
            /**
             * Format: int64
             * @description A customer of this company.
             */
            customer_id?: number;
            /**
             * Format: currency
             * @description ISO 4217; default: the company's currency.
             */
            currency?: string | null;
            lines?: components["schemas"]["LineInput"][];
            /** @enum {string} */
            interval?: "day" | "week" | "month" | "year";
            /** @description Every so many days, weeks, months or years; default: 1. */
            interval_count?: number | null;
            /** @description For months and years; default: the day of start_date. In a shorter month the invoice has the month's last day. */
            day_of_month?: number | null;
            /**
             * Format: date
             * @description The first invoice has the first date of the schedule on or after this day, which may be at most 31 days ago.
             */
            start_date?: string;
            /**
             * Format: date
             * @description No invoice has a later date. Either this or count, or neither.
             */
            end_date?: string | null;
            /** @description Ends after so many periods. Those that were skipped or fell into a pause do not count. */
            count?: number | null;
            /**
             * @description What happens with each invoice; default: draft. With `issue_register_and_send` the buyer gets it by mail once it is registered.
             * @enum {unknown}
             */
            action?: "draft" | "issue" | "issue_and_register" | "issue_register_and_send" | null;
            /**
             * @description When several periods are due at once, after an outage: `catch_up`, the default, makes an invoice for each, `skip` only for the latest.
             * @enum {unknown}
             */
            missed?: "catch_up" | "skip" | null;
            /** @description due_date is so many days after invoice_date; default: the company's payment terms. */
            payment_terms_days?: number | null;
            withholding?: components["schemas"]["WithholdingInput"];
            /** @description Unit prices, discounts and charges contain the tax. Default: the company's setting. */
            prices_include_tax?: boolean | null;
            /** @description Taken off the sum of the lines, one after another. Default: the customer's default_discount_percent; [] for none. */
            discounts?: components["schemas"]["DiscountInput"][] | null;
            /** @description Added to the sum of the lines after the discounts, one after another. */
            charges?: components["schemas"]["ChargeInput"][] | null;
            /** @description The buyer's purchase order number. */
            po_number?: string | null;
            notes?: string | null;
            /** @description Your own id for the record; unique per company. */
            external_id?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
        };
        /** RecurringInvoicePreview */
        RecurringInvoicePreview: {
            /** Format: date */
            invoice_date: string;
            /** Format: date */
            due_date: string;
            /** Format: date */
            period_start: string;
            /** Format: date */
            period_end: string;
        };
        /** Refund */
        Refund: {
            /** Format: int64 */
            id: number;
            /** @description In major units of the currency, exact. */
            amount: number;
            reason: string | null;
            /**
             * @description A refund through a gateway is `pending` until the gateway has completed or refused it.
             * @enum {string}
             */
            status: "pending" | "done" | "failed";
            /** @description Why it failed, or why it is still pending. */
            failure: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            settled_at: string | null;
        };
        /** RefundCreate */
        RefundCreate: {
            /** @description Default: the amount not yet refunded. */
            amount?: number | string | null;
            reason?: string | null;
        };
        /** Registration */
        Registration: {
            adapter: string;
            environment: string;
            /** @description The document's key at the authority, fixed before the first call. */
            document_key: string;
            /** @description SHA-256 of the submitted document. */
            hash: string;
            /**
             * @description `rejected`: by the authority. `withdrawn`: abandoned before anything was submitted, because the company changed its account and the new one needs more data.
             * @enum {string}
             */
            state: "queued" | "submitting" | "unknown" | "pending" | "accepted" | "cancelling" | "rejected" | "cancelled" | "withdrawn";
            irn: string | null;
            cancel_reason: string | null;
            calls_made: number;
            /** Format: date-time */
            next_action_at: string | null;
            /** @description The last 50, newest first. */
            calls: components["schemas"]["FiscalCall"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** ReminderSettings */
        ReminderSettings: {
            enabled: boolean;
            /** @description In the order of their days. */
            steps: components["schemas"]["ReminderStep"][];
            /** @description Reminders are sent from this hour on, in the company's time zone. Default: 9. */
            send_from_hour: number;
            /** @description Reminders are sent before this hour. Default: 17. */
            send_until_hour: number;
            weekdays_only: boolean;
        };
        /**
         * ReminderSettingsPatch
         * @description Fields that are omitted stay unchanged; null restores the default.
         */
        ReminderSettingsPatch: {
            /** @description Whether reminders are sent at all. Default: false. */
            enabled?: boolean | null;
            /** @description When buyers are reminded. Replaces all steps. Default: −3, 1, 7 and 14 days. */
            steps?: components["schemas"]["ReminderStepInput"][] | null;
            /** @description Reminders are sent from this hour on, in the company's time zone. Default: 9. */
            send_from_hour?: number | null;
            /** @description Reminders are sent before this hour. Default: 17. */
            send_until_hour?: number | null;
            /** @description Monday to Friday. Default: true. */
            weekdays_only?: boolean | null;
        };
        /** ReminderStep */
        ReminderStep: {
            /** @description Days after the due date; before it if negative. */
            days: number;
            subject: string | null;
            message: string | null;
        };
        /** ReminderStepInput */
        ReminderStepInput: {
            /** @description Days after the due date; before it if negative. */
            days: number;
            /** @description Your own subject, for all languages. {number}, {amount}, {due_date}, {customer}, {company} stand for what the invoice says. Default: ours, in the language of the buyer. */
            subject?: string | null;
            /** @description Your own words above the facts and the button: plain text, with the same placeholders. {amount} is what is left to pay. */
            message?: string | null;
        };
        /** Replay */
        Replay: {
            endpoint_ids: number[];
            /** @description Deliveries to be made; with `since`, events to be checked, some of which an endpoint's filter may skip. */
            count: number;
            /** @description With `failed`: whether there are more. If so, call this again. */
            has_more: boolean;
        };
        /**
         * ReplayRequest
         * @description Either `since` or `failed`.
         */
        ReplayRequest: {
            /**
             * Format: moment
             * @description Every event since then, delivered or not: a date (in the company's time zone) or a timestamp.
             */
            since?: string | null;
            /** @description Every delivery that failed, oldest first, 10,000 at a time. */
            failed?: boolean | null;
            /**
             * Format: int64
             * @description Only to this endpoint.
             */
            endpoint_id?: number | null;
        };
        /** ReportExplanation */
        ReportExplanation: {
            /** @enum {string} */
            report: "statement" | "receivables" | "taxes" | "sales" | "payments" | "journal" | "withholding";
            /** @description Every amount of `totals` and `totals_accounting` of the report, such as `totals[0].due`, and of the first 500 rows (`rows[0].net`). Of the journal the amounts of lines (`journal_entries[0].lines[0].debit`), of withheld tax those of records (`withheld_taxes[0].amount`). */
            amounts: components["schemas"]["ExplainedAmount"][];
        };
        /** RequestOutcome */
        RequestOutcome: {
            /** @description Null if it is not known. */
            request_id: string | null;
            /** @description Null if the request was looked up by its id. */
            idempotency_key: string | null;
            /**
             * @description `changed`: it took effect. `refused`: its response was an error.
             * @enum {string}
             */
            outcome: "changed" | "refused";
            /** @description The status of its response, known for 24 hours if it had an Idempotency-Key. Null otherwise: events do not record it. */
            status: number | null;
            /**
             * Format: date-time
             * @description When it took effect, or was refused.
             */
            created_at: string;
            /** @description What it made or changed, in order; the first 100 of a batch. */
            records: components["schemas"]["RequestRecord"][];
            /** @description Whether records are left out because the key does not have the scope that reads them. */
            records_withheld: boolean;
        };
        /** RequestRecord */
        RequestRecord: {
            /** @description What kind of record: `invoice`, `payment_link`. */
            type: string;
            /** Format: int64 */
            id: number | null;
            /** @description Of a payment link, which has no id. */
            reference: string | null;
            /** @description The event's type or the audit log's action; null if it is not known. */
            change: string | null;
        };
        /** ReversalCreate */
        ReversalCreate: {
            /** @description Why the payment does not count. */
            reason: string;
        };
        /** Sale */
        Sale: {
            /** Format: int64 */
            id: number;
            number: string;
            /** @enum {string} */
            status: "open" | "invoiced" | "cancelled";
            /** Format: int64 */
            customer_id: number | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description Unit prices, discounts and charges contain the tax. */
            prices_include_tax: boolean;
            discounts: components["schemas"]["Discount"][];
            charges: components["schemas"]["Charge"][];
            /** @description The sum of the lines' net amounts. */
            subtotal: number;
            /** @description What the discounts on the document take off, without tax. */
            discount_total: number;
            /** @description What the charges on the document add, without tax. */
            charge_total: number;
            /** @description In major units of the currency, exact. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description subtotal − discount_total + charge_total + tax_total */
            total: number;
            /** Format: date */
            booking_date: string | null;
            /** Format: int64 */
            invoice_id: number | null;
            /** @description Unguessable token of the invoice, which shows it in the embedded portal. */
            portal_token: string | null;
            /** @enum {string} */
            source: "api" | "portal" | "site";
            /** @description The buyer's purchase order number. */
            po_number: string | null;
            external_id: string | null;
            notes: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata: Record<string, unknown>;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            lines: components["schemas"]["Line"][];
        };
        /** SaleBatch */
        SaleBatch: {
            /**
             * @description `create` makes a new record of each. `upsert` changes the record with the same `external_id`, or creates it; every record then needs an `external_id`.
             * @enum {string}
             */
            mode: "create" | "upsert";
            /** @description With true, nothing is stored if one record fails, and the response is 422 with the faults of all records. Otherwise the others are stored. */
            all_or_nothing?: boolean;
            records: components["schemas"]["SalePatch"][];
        };
        /** SaleCreate */
        SaleCreate: {
            /**
             * Format: int64
             * @description Optional for a walk-in sale, but needed to invoice it.
             */
            customer_id?: number | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency?: string | null;
            lines: components["schemas"]["LineInput"][];
            /**
             * Format: date
             * @description Requested delivery or service date.
             */
            booking_date?: string | null;
            /** @description Unit prices, discounts and charges contain the tax. Default: the company's setting. */
            prices_include_tax?: boolean | null;
            /** @description Taken off the sum of the lines, one after another. Default: the customer's default_discount_percent; [] for none. */
            discounts?: components["schemas"]["DiscountInput"][] | null;
            /** @description Added to the sum of the lines after the discounts, one after another. */
            charges?: components["schemas"]["ChargeInput"][] | null;
            /** @description The buyer's purchase order number. */
            po_number?: string | null;
            notes?: string | null;
            /** @description Your own id for the record; unique per company. */
            external_id?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
        };
        /** SaleEntry */
        SaleEntry: {
            /** Format: int64 */
            id: number;
            number: string;
            /** @enum {string} */
            status: "open" | "invoiced" | "cancelled";
            /** Format: int64 */
            customer_id: number | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description Unit prices, discounts and charges contain the tax. */
            prices_include_tax: boolean;
            discounts: components["schemas"]["Discount"][];
            charges: components["schemas"]["Charge"][];
            /** @description The sum of the lines' net amounts. */
            subtotal: number;
            /** @description What the discounts on the document take off, without tax. */
            discount_total: number;
            /** @description What the charges on the document add, without tax. */
            charge_total: number;
            /** @description In major units of the currency, exact. */
            tax_total: number;
            taxes: components["schemas"]["TaxGroup"][];
            /** @description subtotal − discount_total + charge_total + tax_total */
            total: number;
            /** Format: date */
            booking_date: string | null;
            /** Format: int64 */
            invoice_id: number | null;
            /** @description Unguessable token of the invoice, which shows it in the embedded portal. */
            portal_token: string | null;
            /** @enum {string} */
            source: "api" | "portal" | "site";
            /** @description The buyer's purchase order number. */
            po_number: string | null;
            external_id: string | null;
            notes: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
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
            /** @description The same in every delivery of the event, and never given to another event. Treat it as opaque text. */
            id: string;
            /**
             * @description What happened. New types may be added: ignore types that you do not know.
             * @enum {string}
             */
            type: "sale.created" | "sale.updated" | "sale.cancelled" | "sale.invoiced";
            /**
             * Format: int64
             * @description Numbers the company's events in commit order, without gaps.
             */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            api_version: string;
            /** Format: int64 */
            company_id: number;
            /** @description Who caused the event. */
            actor: {
                /** @enum {string} */
                type: "key" | "user" | "operator" | "system";
                /** @description A key's App ID; null for the system. */
                id: string | null;
            };
            /** @description The request that caused the event, if any. */
            request_id: string | null;
            data: {
                object: components["schemas"]["Sale"];
                previous?: components["schemas"]["Sale"];
            };
        };
        /**
         * SalePatch
         * @description Fields that are omitted stay unchanged. lines replaces all lines. null clears a field.
         */
        SalePatch: {
            /**
             * Format: int64
             * @description Optional for a walk-in sale, but needed to invoice it.
             */
            customer_id?: number | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency?: string | null;
            lines?: components["schemas"]["LineInput"][];
            /**
             * Format: date
             * @description Requested delivery or service date.
             */
            booking_date?: string | null;
            /** @description Unit prices, discounts and charges contain the tax. Default: the company's setting. */
            prices_include_tax?: boolean | null;
            /** @description Taken off the sum of the lines, one after another. Default: the customer's default_discount_percent; [] for none. */
            discounts?: components["schemas"]["DiscountInput"][] | null;
            /** @description Added to the sum of the lines after the discounts, one after another. */
            charges?: components["schemas"]["ChargeInput"][] | null;
            /** @description The buyer's purchase order number. */
            po_number?: string | null;
            notes?: string | null;
            /** @description Your own id for the record; unique per company. */
            external_id?: string | null;
            /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
            metadata?: Record<string, unknown> | null;
        };
        /** SalesReportAccountingTotal */
        SalesReportAccountingTotal: {
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            accounting_currency: string;
            /** @description In major units of the currency, exact. */
            net: number;
            /** @description In major units of the currency, exact. */
            tax: number;
            /** @description In major units of the currency, exact. */
            total: number;
            /** @description Documents without an exchange rate, which the amounts in the accounting currency do not contain. */
            without_rate: number;
        };
        /** SalesReportRow */
        SalesReportRow: {
            /**
             * Format: int64
             * @description Of the customer or the product.
             */
            group_id: number | null;
            /** @description The name of the customer or the product, or the first day of the part of the period. */
            group: string | null;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            invoices: number;
            credit_notes: number;
            /** @description Without tax: invoices dated in the period, also those that were voided. */
            invoiced: number;
            /** @description Without tax: credit notes of the period. */
            credited: number;
            /** @description Without tax: invoices that were voided in the period, less their credit notes. */
            voided: number;
            /** @description invoiced − credited − voided */
            net: number;
            /** @description In major units of the currency, exact. */
            tax: number;
            /** @description net + tax */
            total: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            accounting_currency: string;
            /** @description `net` in the accounting currency, of the documents that have a rate. */
            net_accounting: number;
            /** @description In major units of the currency, exact. */
            tax_accounting: number;
            /** @description In major units of the currency, exact. */
            total_accounting: number;
            /** @description Documents without an exchange rate, which the amounts in the accounting currency do not contain. */
            without_rate: number;
        };
        /** SalesReportTotal */
        SalesReportTotal: {
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description Without tax: invoices dated in the period, also those that were voided. */
            invoiced: number;
            /** @description Without tax: credit notes of the period. */
            credited: number;
            /** @description Without tax: invoices that were voided in the period, less their credit notes. */
            voided: number;
            /** @description invoiced − credited − voided */
            net: number;
            /** @description In major units of the currency, exact. */
            tax: number;
            /** @description net + tax */
            total: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            accounting_currency: string;
            /** @description `net` in the accounting currency, of the documents that have a rate. */
            net_accounting: number;
            /** @description In major units of the currency, exact. */
            tax_accounting: number;
            /** @description In major units of the currency, exact. */
            total_accounting: number;
        };
        /** SandboxClock */
        SandboxClock: {
            /**
             * Format: date-time
             * @description What time it is for the company.
             */
            now: string;
            /** Format: date-time */
            real_time: string;
            /** @description By how much the company's clock is ahead of the real time. */
            offset_seconds: number;
            pending: {
                /** @description Retries of webhook deliveries that are due. */
                deliveries: number;
                /** @description Registrations with the revenue authority that are due or in progress. */
                registrations: number;
                /** @description Mails that are due. */
                mails: number;
            };
        };
        /**
         * SandboxClockMove
         * @description Exactly one of the two.
         */
        SandboxClockMove: {
            /**
             * Format: moment
             * @description The moment to move to: a date (its midnight in the company's time zone), or a timestamp.
             */
            now?: string | null;
            /** @description How far to move, as an ISO 8601 duration in whole units: `P45D`, `P1M`, `PT6H`. */
            advance?: string | null;
        };
        /** SandboxFault */
        SandboxFault: {
            /** Format: int64 */
            id: number;
            /**
             * @description Who fails: the sandbox authority, the sandbox gateway, or the receiver of your webhooks.
             * @enum {string}
             */
            target: "authority" | "gateway" | "webhooks";
            /**
             * @description What goes wrong; each is for one target.
             * @enum {string}
             */
            fault: "reject" | "timeout" | "lost_answer" | "error" | "slow" | "pending" | "decline" | "late" | "lost_notification" | "doubled_notification" | "amount_mismatch" | "dispute" | "refund_pending" | "receiver_error";
            times: number | null;
            /** @description How often it still happens; null: until it is removed. */
            times_left: number | null;
            /** @description The code with which the authority refuses; null: the authority's own. */
            code: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** SandboxFaultCreate */
        SandboxFaultCreate: {
            /**
             * @description Who fails: the sandbox authority, the sandbox gateway, or the receiver of your webhooks.
             * @enum {string}
             */
            target: "authority" | "gateway" | "webhooks";
            /**
             * @description What goes wrong; each is for one target.
             * @enum {string}
             */
            fault: "reject" | "timeout" | "lost_answer" | "error" | "slow" | "pending" | "decline" | "late" | "lost_notification" | "doubled_notification" | "amount_mismatch" | "dispute" | "refund_pending" | "receiver_error";
            /** @description How often it happens. Null or left out: until it is removed. */
            times?: number | null;
            /** @description Only for `reject`: the code with which the authority refuses the document, up to 60 letters, digits and `_ . -`. Null or left out: the authority's own, `rejected`. */
            code?: string | null;
        };
        /**
         * SandboxScenario
         * @description What was created.
         */
        SandboxScenario: {
            /** @enum {string} */
            name: "six_months";
            /**
             * Format: date
             * @description The date of the oldest invoice.
             */
            from: string;
            /**
             * Format: date
             * @description The date of the newest one, which is today for the company.
             */
            to: string;
            /** @description How many customers were created. */
            customers: number;
            /** @description How many products were created. */
            products: number;
            /** @description How many invoices were created, drafts included. */
            invoices: number;
            /** @description How many payments were recorded. */
            payments: number;
            /** @description How many credit notes were issued. */
            credit_notes: number;
            /** @description How many quotes were created. */
            quotes: number;
            /** @description How many recurring invoices were created; they are due in a week. */
            recurring_invoices: number;
            /** @description How many rates of the dollar were set, one for each week; 0 where the company's currency has no sample rate. */
            exchange_rates: number;
        };
        /** SandboxScenarioLoad */
        SandboxScenarioLoad: {
            /**
             * @description `six_months`: a trading company's customers and products, invoices in every state over the last six months, some with discounts, charges or prices that include tax, their payments (some without tax that the buyer withheld) and credit notes (some of their credit applied to other invoices), quotes, recurring invoices, and exchange rates for those in another currency. Each is recorded at its time, but none before the company's last event.
             * @enum {string}
             */
            scenario: "six_months";
        };
        /** SecretRotation */
        SecretRotation: {
            /**
             * @description How long deliveries are also signed with the old secret; at most 7 days.
             * @default 0
             */
            overlap_seconds?: number | null;
        };
        /** SentMail */
        SentMail: {
            to: string[];
            cc: string[];
            subject: string;
            /** @description The page that the button leads to, if there is one. Anyone who has it can see the document. */
            url: string | null;
        };
        /** StatementReportRow */
        StatementReportRow: {
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** Format: date */
            date: string;
            /** @enum {string} */
            type: "invoice" | "credit_note" | "payment" | "reversal" | "refund" | "write_off" | "void";
            /**
             * Format: int64
             * @description Of the invoice, credit note, payment, refund or write-off; a reversal has its payment's id.
             */
            record_id: number | null;
            /** @description The document's number, or the payment's reference. */
            reference: string | null;
            /** @description How it was paid. */
            method: string | null;
            /** Format: int64 */
            invoice_id: number | null;
            /** @description What the customer owes more; below zero, less. */
            amount: number;
            /** @description What the customer owes after it; below zero, what they have to their credit. */
            balance: number;
        };
        /** StatementReportTotal */
        StatementReportTotal: {
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description At the beginning of the first day. */
            opening_balance: number;
            /** @description At the end of the last day. */
            closing_balance: number;
        };
        /** StatementSend */
        StatementSend: {
            /**
             * Format: int64
             * @description Whose statement it is.
             */
            customer_id: number;
            /**
             * Format: date
             * @description The first day; the first of the month of `period_to` unless given.
             */
            period_from?: string | null;
            /**
             * Format: date
             * @description The last day; today, where the company is, unless given.
             */
            period_to?: string | null;
            /**
             * Format: currency
             * @description Only what is in this currency.
             */
            currency?: string | null;
            /**
             * Format: email
             * @description One address, or up to 5. Default: the email address of the customer.
             */
            to?: string | string[] | null;
            /**
             * Format: email
             * @description Who else gets it, up to 5 addresses.
             */
            cc?: string | string[] | null;
            /** @description Your own words, instead of ours, above the facts and the button. */
            message?: string | null;
            /** @description Whether the PDF is attached. Default: true. */
            attach_pdf?: boolean | null;
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
            /** @description In major units of the currency, exact. */
            taxable_amount: number;
            /** @description In major units of the currency, exact. */
            tax_amount: number;
        };
        /** TaxesReportAccountingTotal */
        TaxesReportAccountingTotal: {
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            accounting_currency: string;
            /** @description In major units of the currency, exact. */
            taxable: number;
            /** @description In major units of the currency, exact. */
            tax: number;
            /** @description Documents without an exchange rate, which the amounts in the accounting currency do not contain. */
            without_rate: number;
        };
        /** TaxesReportRow */
        TaxesReportRow: {
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description EN 16931 letter. */
            category: string | null;
            /** @description Percent. */
            rate: number;
            /** @description Invoices dated in the period, also those that were voided. */
            invoiced_taxable: number;
            /** @description In major units of the currency, exact. */
            invoiced_tax: number;
            /** @description Credit notes of the period. */
            credited_taxable: number;
            /** @description In major units of the currency, exact. */
            credited_tax: number;
            /** @description Invoices that were voided in the period, less their credit notes. */
            voided_taxable: number;
            /** @description In major units of the currency, exact. */
            voided_tax: number;
            /** @description invoiced − credited − voided */
            taxable: number;
            /** @description In major units of the currency, exact. */
            tax: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            accounting_currency: string;
            /** @description `taxable` in the accounting currency, of the documents that have a rate. */
            taxable_accounting: number;
            /** @description In major units of the currency, exact. */
            tax_accounting: number;
            /** @description Documents without an exchange rate, which the amounts in the accounting currency do not contain. */
            without_rate: number;
        };
        /** TaxesReportTotal */
        TaxesReportTotal: {
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description Invoices dated in the period, also those that were voided. */
            invoiced_taxable: number;
            /** @description In major units of the currency, exact. */
            invoiced_tax: number;
            /** @description Credit notes of the period. */
            credited_taxable: number;
            /** @description In major units of the currency, exact. */
            credited_tax: number;
            /** @description Invoices that were voided in the period, less their credit notes. */
            voided_taxable: number;
            /** @description In major units of the currency, exact. */
            voided_tax: number;
            /** @description invoiced − credited − voided */
            taxable: number;
            /** @description In major units of the currency, exact. */
            tax: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            accounting_currency: string;
            /** @description `taxable` in the accounting currency, of the documents that have a rate. */
            taxable_accounting: number;
            /** @description In major units of the currency, exact. */
            tax_accounting: number;
        };
        /** Tenant */
        Tenant: {
            /** Format: int64 */
            company_id: number;
            name: string;
            /** @enum {string} */
            status: "pending" | "active" | "suspended";
        };
        /** User */
        User: {
            /** Format: int64 */
            id: number;
            name: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "accountant" | "developer" | "viewer";
            /** @description Whether the person signs in with a second factor. */
            two_factor: boolean;
            /** Format: date-time */
            last_seen_at: string | null;
        };
        /** WebhookTest */
        WebhookTest: {
            /**
             * Format: int64
             * @description Default: the primary endpoint.
             */
            endpoint_id?: number | null;
        };
        /** WithheldTax */
        WithheldTax: {
            /** Format: int64 */
            payment_id: number;
            /** Format: int64 */
            invoice_id: number;
            invoice_number: string | null;
            /** @description As on the invoice. */
            customer_name: string;
            /** @description In major units of the currency, exact. */
            amount: number;
            /**
             * Format: currency
             * @description ISO 4217 code, upper case.
             */
            currency: string;
            /** @description The invoices from which it was withheld, and how much of each; `invoice_id` is the first of them. */
            allocations: components["schemas"]["WithheldTaxAllocation"][];
            certificate_number: string | null;
            /** Format: date-time */
            paid_at: string;
            /** Format: date-time */
            created_at: string;
        };
        /** WithheldTaxAllocation */
        WithheldTaxAllocation: {
            /** Format: int64 */
            invoice_id: number;
            invoice_number: string | null;
            /** @description In major units of the currency, exact. */
            amount: number;
        };
        /**
         * Withholding
         * @description The tax that the buyer deducts; null for none.
         */
        Withholding: {
            /** @description Percentage. */
            rate: number;
            reason?: string;
        } | null;
        /**
         * WithholdingInput
         * @description The tax that the buyer deducts from the payment and pays to the state. Default: the customer's withholding_rate; null for none.
         */
        WithholdingInput: {
            /** @description Percentage of the total without tax. */
            rate: number | string;
            reason?: string | null;
        } | null;
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
        /** @description The body is larger than 1 MiB (4 MiB for a batch), or larger than 16 KiB where no key or session is needed. */
        BodyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 1 MiB (4 MiB for a batch), or larger than 16 KiB where no key or session is needed. */
        BodyTooLarge_batch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The company is suspended, or not approved yet. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`. */
        Forbidden_company_read: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_company_read_payments: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_customers_erase_catalog: {
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
        Forbidden_integrations_read_einvoicing: {
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
        Forbidden_reports_read_invoicing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_reports_read_payments: {
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
        /** @description One of `scope_missing`, `subscription_inactive`. */
        Forbidden_sandbox: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_sandbox_catalog: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description One of `scope_missing`, `subscription_inactive`, `feature_disabled`. */
        Forbidden_webhooks_read_invoicing: {
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
        /** @description An internal error in the service. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_credit_note: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_customer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_delivery: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_endpoint: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_event: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_exchange_rate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_fault: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_invoice: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_mail: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_payment: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_payment_link: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_product: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_quote: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_recurring_invoice: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_registration_of_this_document: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_requests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This company has no record with that id. The response is the same when the id belongs to another company. */
        NotFound_sale: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many POST requests with this key or from this company, or the company used up its cost units for reads. `budget` says which limit was reached. */
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
        /** @description Too many POST requests with this key or from this company, or the company used up its cost units for reads. `budget` says which limit was reached. */
        TooManyRequests_reads: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The App ID or the Secret is missing, wrong, expired or revoked, or the key may not be used from the caller's address. */
        Unauthenticated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service can't reach its database, or the database accepts no changes: it is read-only, or its disk is full. Or the change waited too long for other changes of the same records or company. */
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
        /** @description One of `idempotency_busy`, `database_unavailable`, `mail_not_configured`. */
        Unavailable_idempotency_busy_mail_not_configured: {
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
        /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`, keyed with the whole webhook secret. There are two `v1` values during a rotation with overlap. */
        PaySignature: string;
        /** @description The event's id, as defined by Standard Webhooks. */
        WebhookId: string;
        /** @description Time of signing, in Unix seconds. */
        WebhookTimestamp: string;
        /** @description For Standard Webhooks libraries. */
        WebhookSignature: string;
        /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
        "Billfold-Strict": "true" | "false";
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Address = components['schemas']['Address'];
export type AddressInput = components['schemas']['AddressInput'];
export type AllocationCreate = components['schemas']['AllocationCreate'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuthorityRemark = components['schemas']['AuthorityRemark'];
export type BatchResult = components['schemas']['BatchResult'];
export type Buyer = components['schemas']['Buyer'];
export type Cancellation = components['schemas']['Cancellation'];
export type Charge = components['schemas']['Charge'];
export type ChargeInput = components['schemas']['ChargeInput'];
export type Checkpoint = components['schemas']['Checkpoint'];
export type CheckpointKey = components['schemas']['CheckpointKey'];
export type CompanyProfile = components['schemas']['CompanyProfile'];
export type CreditApplication = components['schemas']['CreditApplication'];
export type CreditApplicationCreate = components['schemas']['CreditApplicationCreate'];
export type CreditNote = components['schemas']['CreditNote'];
export type CreditNoteCreate = components['schemas']['CreditNoteCreate'];
export type CreditNoteEntry = components['schemas']['CreditNoteEntry'];
export type CreditNoteEvent = components['schemas']['CreditNoteEvent'];
export type CreditNoteSend = components['schemas']['CreditNoteSend'];
export type Customer = components['schemas']['Customer'];
export type CustomerBalance = components['schemas']['CustomerBalance'];
export type CustomerBatch = components['schemas']['CustomerBatch'];
export type CustomerCreate = components['schemas']['CustomerCreate'];
export type CustomerErasure = components['schemas']['CustomerErasure'];
export type CustomerErasureEvent = components['schemas']['CustomerErasureEvent'];
export type CustomerEvent = components['schemas']['CustomerEvent'];
export type CustomerPatch = components['schemas']['CustomerPatch'];
export type CustomerSnapshot = components['schemas']['CustomerSnapshot'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryWithAttempts = components['schemas']['DeliveryWithAttempts'];
export type DiagnoseRequest = components['schemas']['DiagnoseRequest'];
export type Diagnosis = components['schemas']['Diagnosis'];
export type Discount = components['schemas']['Discount'];
export type DiscountInput = components['schemas']['DiscountInput'];
export type Endpoint = components['schemas']['Endpoint'];
export type EndpointCreate = components['schemas']['EndpointCreate'];
export type EndpointEvent = components['schemas']['EndpointEvent'];
export type EndpointPatch = components['schemas']['EndpointPatch'];
export type Error = components['schemas']['Error'];
export type Event = components['schemas']['Event'];
export type ExchangeRate = components['schemas']['ExchangeRate'];
export type ExchangeRateCreate = components['schemas']['ExchangeRateCreate'];
export type ExplainedAmount = components['schemas']['ExplainedAmount'];
export type ExplainedPart = components['schemas']['ExplainedPart'];
export type ExplainedRounding = components['schemas']['ExplainedRounding'];
export type ExplainedStep = components['schemas']['ExplainedStep'];
export type Explanation = components['schemas']['Explanation'];
export type FailedPayment = components['schemas']['FailedPayment'];
export type FailedPaymentEvent = components['schemas']['FailedPaymentEvent'];
export type Fiscal = components['schemas']['Fiscal'];
export type FiscalCall = components['schemas']['FiscalCall'];
export type FiscalIntegration = components['schemas']['FiscalIntegration'];
export type GatewaySettings = components['schemas']['GatewaySettings'];
export type InboxEntry = components['schemas']['InboxEntry'];
export type IntegrationInput = components['schemas']['IntegrationInput'];
export type Invitation = components['schemas']['Invitation'];
export type Invoice = components['schemas']['Invoice'];
export type InvoiceBatch = components['schemas']['InvoiceBatch'];
export type InvoiceCreate = components['schemas']['InvoiceCreate'];
export type InvoiceEntry = components['schemas']['InvoiceEntry'];
export type InvoiceEvent = components['schemas']['InvoiceEvent'];
export type InvoicePatch = components['schemas']['InvoicePatch'];
export type InvoiceReminder = components['schemas']['InvoiceReminder'];
export type InvoiceSend = components['schemas']['InvoiceSend'];
export type JournalAccounts = components['schemas']['JournalAccounts'];
export type JournalAccountsPatch = components['schemas']['JournalAccountsPatch'];
export type JournalEntry = components['schemas']['JournalEntry'];
export type JournalLine = components['schemas']['JournalLine'];
export type Key = components['schemas']['Key'];
export type Line = components['schemas']['Line'];
export type LineInput = components['schemas']['LineInput'];
export type Mail = components['schemas']['Mail'];
export type MailEvent = components['schemas']['MailEvent'];
export type MailPreview = components['schemas']['MailPreview'];
export type OrderCreate = components['schemas']['OrderCreate'];
export type OrderInvoice = components['schemas']['OrderInvoice'];
export type Pagination = components['schemas']['Pagination'];
export type Payment = components['schemas']['Payment'];
export type PaymentAllocation = components['schemas']['PaymentAllocation'];
export type PaymentAllocationCreate = components['schemas']['PaymentAllocationCreate'];
export type PaymentAttempt = components['schemas']['PaymentAttempt'];
export type PaymentCreate = components['schemas']['PaymentCreate'];
export type PaymentEvent = components['schemas']['PaymentEvent'];
export type PaymentLink = components['schemas']['PaymentLink'];
export type PaymentLinkCreate = components['schemas']['PaymentLinkCreate'];
export type PaymentLinkEvent = components['schemas']['PaymentLinkEvent'];
export type PaymentPatch = components['schemas']['PaymentPatch'];
export type PaymentsReportRow = components['schemas']['PaymentsReportRow'];
export type PaymentsReportTotal = components['schemas']['PaymentsReportTotal'];
export type PortalSettings = components['schemas']['PortalSettings'];
export type PortalSettingsInput = components['schemas']['PortalSettingsInput'];
export type Product = components['schemas']['Product'];
export type ProductBatch = components['schemas']['ProductBatch'];
export type ProductCreate = components['schemas']['ProductCreate'];
export type ProductEvent = components['schemas']['ProductEvent'];
export type ProductPatch = components['schemas']['ProductPatch'];
export type Quote = components['schemas']['Quote'];
export type QuoteAccept = components['schemas']['QuoteAccept'];
export type QuoteCreate = components['schemas']['QuoteCreate'];
export type QuoteDecline = components['schemas']['QuoteDecline'];
export type QuoteEntry = components['schemas']['QuoteEntry'];
export type QuoteEvent = components['schemas']['QuoteEvent'];
export type QuoteMail = components['schemas']['QuoteMail'];
export type QuotePatch = components['schemas']['QuotePatch'];
export type QuoteSend = components['schemas']['QuoteSend'];
export type ReceiptSend = components['schemas']['ReceiptSend'];
export type ReceivablesReportAccountingTotal = components['schemas']['ReceivablesReportAccountingTotal'];
export type ReceivablesReportRow = components['schemas']['ReceivablesReportRow'];
export type ReceivablesReportTotal = components['schemas']['ReceivablesReportTotal'];
export type RecurringInvoice = components['schemas']['RecurringInvoice'];
export type RecurringInvoiceCreate = components['schemas']['RecurringInvoiceCreate'];
export type RecurringInvoiceEntry = components['schemas']['RecurringInvoiceEntry'];
export type RecurringInvoiceError = components['schemas']['RecurringInvoiceError'];
export type RecurringInvoiceEvent = components['schemas']['RecurringInvoiceEvent'];
export type RecurringInvoiceLine = components['schemas']['RecurringInvoiceLine'];
export type RecurringInvoicePatch = components['schemas']['RecurringInvoicePatch'];
export type RecurringInvoicePreview = components['schemas']['RecurringInvoicePreview'];
export type Refund = components['schemas']['Refund'];
export type RefundCreate = components['schemas']['RefundCreate'];
export type Registration = components['schemas']['Registration'];
export type ReminderSettings = components['schemas']['ReminderSettings'];
export type ReminderSettingsPatch = components['schemas']['ReminderSettingsPatch'];
export type ReminderStep = components['schemas']['ReminderStep'];
export type ReminderStepInput = components['schemas']['ReminderStepInput'];
export type Replay = components['schemas']['Replay'];
export type ReplayRequest = components['schemas']['ReplayRequest'];
export type ReportExplanation = components['schemas']['ReportExplanation'];
export type RequestOutcome = components['schemas']['RequestOutcome'];
export type RequestRecord = components['schemas']['RequestRecord'];
export type ReversalCreate = components['schemas']['ReversalCreate'];
export type Sale = components['schemas']['Sale'];
export type SaleBatch = components['schemas']['SaleBatch'];
export type SaleCreate = components['schemas']['SaleCreate'];
export type SaleEntry = components['schemas']['SaleEntry'];
export type SaleEvent = components['schemas']['SaleEvent'];
export type SalePatch = components['schemas']['SalePatch'];
export type SalesReportAccountingTotal = components['schemas']['SalesReportAccountingTotal'];
export type SalesReportRow = components['schemas']['SalesReportRow'];
export type SalesReportTotal = components['schemas']['SalesReportTotal'];
export type SandboxClock = components['schemas']['SandboxClock'];
export type SandboxClockMove = components['schemas']['SandboxClockMove'];
export type SandboxFault = components['schemas']['SandboxFault'];
export type SandboxFaultCreate = components['schemas']['SandboxFaultCreate'];
export type SandboxScenario = components['schemas']['SandboxScenario'];
export type SandboxScenarioLoad = components['schemas']['SandboxScenarioLoad'];
export type SecretRotation = components['schemas']['SecretRotation'];
export type SentMail = components['schemas']['SentMail'];
export type StatementReportRow = components['schemas']['StatementReportRow'];
export type StatementReportTotal = components['schemas']['StatementReportTotal'];
export type StatementSend = components['schemas']['StatementSend'];
export type Supplier = components['schemas']['Supplier'];
export type TaxGroup = components['schemas']['TaxGroup'];
export type TaxesReportAccountingTotal = components['schemas']['TaxesReportAccountingTotal'];
export type TaxesReportRow = components['schemas']['TaxesReportRow'];
export type TaxesReportTotal = components['schemas']['TaxesReportTotal'];
export type Tenant = components['schemas']['Tenant'];
export type User = components['schemas']['User'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type WithheldTax = components['schemas']['WithheldTax'];
export type WithheldTaxAllocation = components['schemas']['WithheldTaxAllocation'];
export type Withholding = components['schemas']['Withholding'];
export type WithholdingInput = components['schemas']['WithholdingInput'];
export type ResponseBadGatewayIntegrationAuthFailedEInvoicingIntegrationErrorEInvoicing = components['responses']['BadGateway_integration_auth_failed_e_invoicing_integration_error_e_invoicing'];
export type ResponseBodyTooLarge = components['responses']['BodyTooLarge'];
export type ResponseBodyTooLargeBatch = components['responses']['BodyTooLarge_batch'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseForbiddenCompanyRead = components['responses']['Forbidden_company_read'];
export type ResponseForbiddenCompanyReadPayments = components['responses']['Forbidden_company_read_payments'];
export type ResponseForbiddenCustomersEraseCatalog = components['responses']['Forbidden_customers_erase_catalog'];
export type ResponseForbiddenCustomersReadCatalog = components['responses']['Forbidden_customers_read_catalog'];
export type ResponseForbiddenCustomersWriteCatalog = components['responses']['Forbidden_customers_write_catalog'];
export type ResponseForbiddenIntegrationsConfigureEinvoicing = components['responses']['Forbidden_integrations_configure_einvoicing'];
export type ResponseForbiddenIntegrationsEinvoicing = components['responses']['Forbidden_integrations_einvoicing'];
export type ResponseForbiddenIntegrationsReadEinvoicing = components['responses']['Forbidden_integrations_read_einvoicing'];
export type ResponseForbiddenInvoicesReadInvoicing = components['responses']['Forbidden_invoices_read_invoicing'];
export type ResponseForbiddenInvoicesWriteInvoicing = components['responses']['Forbidden_invoices_write_invoicing'];
export type ResponseForbiddenPaymentsReadPayments = components['responses']['Forbidden_payments_read_payments'];
export type ResponseForbiddenPaymentsWritePayments = components['responses']['Forbidden_payments_write_payments'];
export type ResponseForbiddenPortalConfigurePortal = components['responses']['Forbidden_portal_configure_portal'];
export type ResponseForbiddenPortalEmbedPortal = components['responses']['Forbidden_portal_embed_portal'];
export type ResponseForbiddenProductsReadCatalog = components['responses']['Forbidden_products_read_catalog'];
export type ResponseForbiddenProductsWriteCatalog = components['responses']['Forbidden_products_write_catalog'];
export type ResponseForbiddenReportsReadInvoicing = components['responses']['Forbidden_reports_read_invoicing'];
export type ResponseForbiddenReportsReadPayments = components['responses']['Forbidden_reports_read_payments'];
export type ResponseForbiddenSalesReadCatalog = components['responses']['Forbidden_sales_read_catalog'];
export type ResponseForbiddenSalesWriteCatalog = components['responses']['Forbidden_sales_write_catalog'];
export type ResponseForbiddenSandbox = components['responses']['Forbidden_sandbox'];
export type ResponseForbiddenSandboxCatalog = components['responses']['Forbidden_sandbox_catalog'];
export type ResponseForbiddenWebhooksReadInvoicing = components['responses']['Forbidden_webhooks_read_invoicing'];
export type ResponseForbiddenWebhooksReadWebhooks = components['responses']['Forbidden_webhooks_read_webhooks'];
export type ResponseForbiddenWebhooksWriteWebhooks = components['responses']['Forbidden_webhooks_write_webhooks'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseNotFoundCreditNote = components['responses']['NotFound_credit_note'];
export type ResponseNotFoundCustomer = components['responses']['NotFound_customer'];
export type ResponseNotFoundDelivery = components['responses']['NotFound_delivery'];
export type ResponseNotFoundEndpoint = components['responses']['NotFound_endpoint'];
export type ResponseNotFoundEvent = components['responses']['NotFound_event'];
export type ResponseNotFoundExchangeRate = components['responses']['NotFound_exchange_rate'];
export type ResponseNotFoundFault = components['responses']['NotFound_fault'];
export type ResponseNotFoundInvoice = components['responses']['NotFound_invoice'];
export type ResponseNotFoundMail = components['responses']['NotFound_mail'];
export type ResponseNotFoundPayment = components['responses']['NotFound_payment'];
export type ResponseNotFoundPaymentLink = components['responses']['NotFound_payment_link'];
export type ResponseNotFoundProduct = components['responses']['NotFound_product'];
export type ResponseNotFoundQuote = components['responses']['NotFound_quote'];
export type ResponseNotFoundRecurringInvoice = components['responses']['NotFound_recurring_invoice'];
export type ResponseNotFoundRegistrationOfThisDocument = components['responses']['NotFound_registration_of_this_document'];
export type ResponseNotFoundRequests = components['responses']['NotFound_requests'];
export type ResponseNotFoundSale = components['responses']['NotFound_sale'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseTooManyRequestsInvoices = components['responses']['TooManyRequests_invoices'];
export type ResponseTooManyRequestsPaymentLinks = components['responses']['TooManyRequests_payment_links'];
export type ResponseTooManyRequestsReads = components['responses']['TooManyRequests_reads'];
export type ResponseUnauthenticated = components['responses']['Unauthenticated'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseUnavailableIdempotencyBusy = components['responses']['Unavailable_idempotency_busy'];
export type ResponseUnavailableIdempotencyBusyIntegrationNotConfiguredPayments = components['responses']['Unavailable_idempotency_busy_integration_not_configured_payments'];
export type ResponseUnavailableIdempotencyBusyMailNotConfigured = components['responses']['Unavailable_idempotency_busy_mail_not_configured'];
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
export type ParameterBillfoldStrict = components['parameters']['Billfold-Strict'];
export type $defs = Record<string, never>;
export interface operations {
    ping: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is valid. */
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
                        scopes: ("invoices:read" | "invoices:write" | "customers:read" | "customers:write" | "customers:erase" | "products:read" | "products:write" | "sales:read" | "sales:write" | "integrations" | "integrations:read" | "integrations:configure" | "payments:read" | "payments:write" | "reports:read" | "portal:embed" | "portal:configure" | "webhooks:read" | "webhooks:write" | "company:read" | "sandbox")[];
                        /** Format: date-time */
                        server_time: string;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                /** @description Your own id for the record; unique per company. */
                external_id?: string;
                /** @description The whole address, in any case. */
                email?: string;
                /** @description Exactly as stored. */
                tax_id?: string;
                /** @description However it is spaced: a plus, spaces, dashes, dots, slashes and brackets don't count. */
                phone?: string;
                /** @description Matches names that contain this text, and exact document numbers. */
                q?: string;
                /** @description Records whose metadata has this value under this key: `metadata[cost_centre]=LAG-02`. Several keys must all match. A number or a boolean is matched as it is written, a list if one of its entries is the value. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description The field that orders the list, with - for descending. By default -created_at, the newest first. Where no index has the order, up to 3,000 records that match the filters are sorted, and more are refused with `query_too_broad`. */
                sort?: "created_at" | "-created_at" | "name" | "-name";
                /** @description Adds these to the response, separated by commas: total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    batchCustomers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerBatch"];
            };
        };
        responses: {
            /** @description What became of each record, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        results: components["schemas"]["BatchResult"][];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    upsertCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description Your own id for the record. */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerPatch"];
            };
        };
        responses: {
            /** @description The customer, changed or unchanged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        customer: components["schemas"]["Customer"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
            /** @description The updated customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        customer: components["schemas"]["Customer"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The customer without personal data, and what was redacted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        customer: components["schemas"]["Customer"];
                        erasure: components["schemas"]["CustomerErasure"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                /** @description ISO 4217 code, upper case. */
                currency?: string;
                /** @description Your own id for the record; unique per company. */
                external_id?: string;
                sku?: string;
                active?: boolean;
                portal?: boolean;
                /** @description Matches names that contain this text, and exact document numbers. */
                q?: string;
                /** @description Records whose metadata has this value under this key: `metadata[cost_centre]=LAG-02`. Several keys must all match. A number or a boolean is matched as it is written, a list if one of its entries is the value. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description The field that orders the list, with - for descending. By default -created_at, the newest first. Where no index has the order, up to 3,000 records that match the filters are sorted, and more are refused with `query_too_broad`. */
                sort?: "created_at" | "-created_at" | "name" | "-name";
                /** @description Adds these to the response, separated by commas: total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    batchProducts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductBatch"];
            };
        };
        responses: {
            /** @description What became of each record, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        results: components["schemas"]["BatchResult"][];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    upsertProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description Your own id for the record. */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductPatch"];
            };
        };
        responses: {
            /** @description The product, changed or unchanged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        product: components["schemas"]["Product"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
            /** @description The updated product. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        product: components["schemas"]["Product"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listSales: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                status?: "open" | "invoiced" | "cancelled";
                customer_id?: number;
                /** @description ISO 4217 code, upper case. */
                currency?: string;
                /** @description Your own id for the record; unique per company. */
                external_id?: string;
                /** @description Matches names that contain this text, and exact document numbers. */
                q?: string;
                /** @description Records whose metadata has this value under this key: `metadata[cost_centre]=LAG-02`. Several keys must all match. A number or a boolean is matched as it is written, a list if one of its entries is the value. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description The field that orders the list, with - for descending. By default -created_at, the newest first. Where no index has the order, up to 3,000 records that match the filters are sorted, and more are refused with `query_too_broad`. */
                sort?: "created_at" | "-created_at" | "total" | "-total";
                /** @description Adds these to the response, separated by commas: lines, total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    batchSales: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaleBatch"];
            };
        };
        responses: {
            /** @description What became of each record, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        results: components["schemas"]["BatchResult"][];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    upsertSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description Your own id for the record. */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SalePatch"];
            };
        };
        responses: {
            /** @description The sale, changed or unchanged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        sale: components["schemas"]["Sale"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updateSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
            /** @description The updated sale. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        sale: components["schemas"]["Sale"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listQuotes: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                status?: "draft" | "sent" | "accepted" | "declined" | "expired" | "invoiced";
                customer_id?: number;
                /** @description ISO 4217 code, upper case. */
                currency?: string;
                /** @description Your own id for the record; unique per company. */
                external_id?: string;
                /** @description Matches names that contain this text, and exact document numbers. */
                q?: string;
                /** @description Records whose metadata has this value under this key: `metadata[cost_centre]=LAG-02`. Several keys must all match. A number or a boolean is matched as it is written, a list if one of its entries is the value. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description The field that orders the list, with - for descending. By default -created_at, the newest first. Where no index has the order, up to 3,000 records that match the filters are sorted, and more are refused with `query_too_broad`. */
                sort?: "created_at" | "-created_at" | "quote_date" | "-quote_date" | "valid_until" | "-valid_until" | "total" | "-total";
                /** @description Adds these to the response, separated by commas: lines, total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of quotes, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        quotes: components["schemas"]["QuoteEntry"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteCreate"];
            };
        };
        responses: {
            /** @description The new quote, a draft. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        quote: components["schemas"]["Quote"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote with its lines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        quote: components["schemas"]["Quote"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updateQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuotePatch"];
            };
        };
        responses: {
            /** @description The updated quote. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        quote: components["schemas"]["Quote"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    acceptQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                "application/json": components["schemas"]["QuoteAccept"];
            };
        };
        responses: {
            /** @description The quote, accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        quote: components["schemas"]["Quote"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    declineQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                "application/json": components["schemas"]["QuoteDecline"];
            };
        };
        responses: {
            /** @description The quote, declined. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        quote: components["schemas"]["Quote"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    sellQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The new sale and its quote. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        sale: components["schemas"]["Sale"];
                        quote: components["schemas"]["Quote"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                /** @description With this `invoice_date` or a later one. */
                invoice_date_from?: string;
                /** @description With this `invoice_date` or an earlier one. */
                invoice_date_to?: string;
                /** @description Due on this date or later. */
                due_date_from?: string;
                /** @description Due on this date or earlier. */
                due_date_to?: string;
                /** @description Issued at or after: a date, or a timestamp. */
                issued_from?: string;
                /** @description Issued at or before: a date (that whole day), or a timestamp. */
                issued_to?: string;
                /** @description Changed last at or after: a date, or a timestamp. */
                updated_from?: string;
                /** @description Changed last at or before: a date (that whole day), or a timestamp. */
                updated_to?: string;
                /** @description With at least this total. */
                total_from?: number | string;
                /** @description With at most this total. */
                total_to?: number | string;
                status?: "draft" | "open" | "partially_paid" | "paid" | "void" | "uncollectible" | "overdue";
                fiscal_status?: "none" | "pending" | "registered" | "rejected" | "cancelled";
                customer_id?: number;
                /** @description ISO 4217 code, upper case. */
                currency?: string;
                /** @description Your own id for the record; unique per company. */
                external_id?: string;
                /** @description The number, in any spelling: INV-000012, inv 000012. */
                number?: string;
                /** @description The external_id of the customer. */
                customer_external_id?: string;
                recurring_invoice_id?: number;
                /** @description Matches names that contain this text, and exact document numbers. */
                q?: string;
                /** @description Records whose metadata has this value under this key: `metadata[cost_centre]=LAG-02`. Several keys must all match. A number or a boolean is matched as it is written, a list if one of its entries is the value. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description The field that orders the list, with - for descending. By default -created_at, the newest first. Where no index has the order, up to 3,000 records that match the filters are sorted, and more are refused with `query_too_broad`. */
                sort?: "created_at" | "-created_at" | "invoice_date" | "-invoice_date" | "due_date" | "-due_date" | "total" | "-total";
                /** @description Adds these to the response, separated by commas: lines, total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                        /**
                         * Format: int64
                         * @description Only if another invoice of the customer, made within 24 hours, has the same lines and total: its id. Perhaps the same was invoiced twice.
                         */
                        possible_duplicate_of?: number;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    batchInvoices: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceBatch"];
            };
        };
        responses: {
            /** @description What became of each record, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        results: components["schemas"]["BatchResult"][];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    deleteInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updateInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
            /** @description The updated draft. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        invoice: components["schemas"]["Invoice"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The invoice with the updated party data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        invoice: components["schemas"]["Invoice"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The new draft and its sale. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    invoiceQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The new draft and its quote. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        invoice: components["schemas"]["Invoice"];
                        quote: components["schemas"]["Quote"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listRecurringInvoices: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                status?: "active" | "paused" | "ended";
                customer_id?: number;
                /** @description Your own id for the record; unique per company. */
                external_id?: string;
                /** @description Records whose metadata has this value under this key: `metadata[cost_centre]=LAG-02`. Several keys must all match. A number or a boolean is matched as it is written, a list if one of its entries is the value. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description The field that orders the list, with - for descending. By default -created_at, the newest first. Where no index has the order, up to 3,000 records that match the filters are sorted, and more are refused with `query_too_broad`. */
                sort?: "created_at" | "-created_at" | "start_date" | "-start_date";
                /** @description Adds these to the response, separated by commas: lines, total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of recurring invoices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        recurring_invoices: components["schemas"]["RecurringInvoiceEntry"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    createRecurringInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecurringInvoiceCreate"];
            };
        };
        responses: {
            /** @description The new recurring invoice, active. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        recurring_invoice: components["schemas"]["RecurringInvoice"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getRecurringInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recurring invoice. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        recurring_invoice: components["schemas"]["RecurringInvoice"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updateRecurringInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecurringInvoicePatch"];
            };
        };
        responses: {
            /** @description The changed recurring invoice. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        recurring_invoice: components["schemas"]["RecurringInvoice"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    pauseRecurringInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The recurring invoice, paused. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        recurring_invoice: components["schemas"]["RecurringInvoice"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    resumeRecurringInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The recurring invoice, active again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        recurring_invoice: components["schemas"]["RecurringInvoice"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    previewRecurringInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next twelve dates, or fewer where it ends before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        invoices: components["schemas"]["RecurringInvoicePreview"][];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listExchangeRates: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description ISO 4217 code, upper case. */
                currency?: string;
                /** @description Rates of this day and later ones. */
                date_from?: string;
                /** @description Rates of this day and earlier ones. */
                date_to?: string;
                /** @description Adds these to the response, separated by commas: total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rates, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        exchange_rates: components["schemas"]["ExchangeRate"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    setExchangeRate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExchangeRateCreate"];
            };
        };
        responses: {
            /** @description The rate, new or replaced. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        exchange_rate: components["schemas"]["ExchangeRate"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getExchangeRate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        exchange_rate: components["schemas"]["ExchangeRate"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    deleteExchangeRate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The credit note and the updated invoice. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listCreditNotes: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                invoice_id?: number;
                fiscal_status?: "none" | "pending" | "registered" | "rejected" | "cancelled";
                /** @description Records whose metadata has this value under this key: `metadata[cost_centre]=LAG-02`. Several keys must all match. A number or a boolean is matched as it is written, a list if one of its entries is the value. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description The field that orders the list, with - for descending. By default -created_at, the newest first. Where no index has the order, up to 3,000 records that match the filters are sorted, and more are refused with `query_too_broad`. */
                sort?: "created_at" | "-created_at" | "total" | "-total";
                /** @description Adds these to the response, separated by commas: lines, total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getCreditNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    applyCreditNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreditApplicationCreate"];
            };
        };
        responses: {
            /** @description The credit note, and the invoice that it was applied to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        credit_note: components["schemas"]["CreditNote"];
                        invoice: components["schemas"]["Invoice"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getInvoicePdf: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
    getCreditNotePdf: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credit note on A4 pages, named by its number. */
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
    getReceiptPdf: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt on one A4 page. */
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
    getQuotePdf: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote on A4 pages, named by its number. */
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
    sendInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                "application/json": components["schemas"]["InvoiceSend"];
            };
        };
        responses: {
            /** @description The invoice, and the mail as it will be sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        invoice: components["schemas"]["Invoice"];
                        mail: components["schemas"]["SentMail"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    previewInvoiceMail: {
        parameters: {
            query?: {
                /** @description Your own words, as in the request that sends it. */
                message?: string;
                /** @description Whether the mail says that the PDF is attached. */
                attach_pdf?: boolean;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail as it would be sent now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        mail: components["schemas"]["MailPreview"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    sendQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                "application/json": components["schemas"]["QuoteSend"];
            };
        };
        responses: {
            /** @description The quote, sent, and the mail as it will be sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        quote: components["schemas"]["Quote"];
                        mail: components["schemas"]["QuoteMail"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    previewQuoteMail: {
        parameters: {
            query?: {
                /** @description Your own words, as in the request that sends it. */
                message?: string;
                /** @description Whether the mail says that the PDF is attached. */
                attach_pdf?: boolean;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail as it would be sent now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        mail: components["schemas"]["MailPreview"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    sendCreditNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                "application/json": components["schemas"]["CreditNoteSend"];
            };
        };
        responses: {
            /** @description The credit note, and the mail as it will be sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        credit_note: components["schemas"]["CreditNote"];
                        mail: components["schemas"]["SentMail"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    previewCreditNoteMail: {
        parameters: {
            query?: {
                /** @description Your own words, as in the request that sends it. */
                message?: string;
                /** @description Whether the mail says that the PDF is attached. */
                attach_pdf?: boolean;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail as it would be sent now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        mail: components["schemas"]["MailPreview"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    sendReceipt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                "application/json": components["schemas"]["ReceiptSend"];
            };
        };
        responses: {
            /** @description The payment, and the mail as it will be sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        payment: components["schemas"]["Payment"];
                        mail: components["schemas"]["SentMail"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    previewReceiptMail: {
        parameters: {
            query?: {
                /** @description Your own words, as in the request that sends it. */
                message?: string;
                /** @description Whether the mail says that the PDF is attached. */
                attach_pdf?: boolean;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail as it would be sent now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        mail: components["schemas"]["MailPreview"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listMails: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Adds these to the response, separated by commas: total_count. */
                include?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                status?: "queued" | "sent" | "failed" | "expired" | "cancelled" | "kept";
                kind?: "confirmation" | "known_address" | "password_reset" | "password_changed" | "email_change" | "email_changed" | "owner_notice" | "invitation" | "company_approved" | "company_refused" | "company_suspended" | "notifications" | "checkpoint" | "invoice" | "quote" | "credit_note" | "receipt" | "statement" | "reminder";
                about?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of mails, newest first, without their text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        mails: components["schemas"]["Mail"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail, without its text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        mail: components["schemas"]["Mail"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getReminderSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        reminder_settings: components["schemas"]["ReminderSettings"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updateReminderSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReminderSettingsPatch"];
            };
        };
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        reminder_settings: components["schemas"]["ReminderSettings"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listInvoiceReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One for each step that has come, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        reminders: components["schemas"]["InvoiceReminder"][];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    pauseReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    resumeReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    registerInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description Registered. `irn` is the fiscal reference. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
            /** @description The authority decides later. `irn` is null until then. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The registration is cancelled. The IRN is kept for reference. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description Registered. `irn` is the fiscal reference. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
            /** @description The authority decides later. `irn` is null until then. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getRegistration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The submitted document, its state, and the calls to the authority. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        registration: components["schemas"]["Registration"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getCreditNoteRegistration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The submitted document, its state, and the calls to the authority. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        registration: components["schemas"]["Registration"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getInvoiceXml: {
        parameters: {
            query?: {
                /** @description `ubl` (UBL 2.1) unless given, or `cii` (UN/CEFACT Cross Industry Invoice). */
                syntax?: "ubl" | "cii";
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
            query?: {
                /** @description `ubl` (UBL 2.1) unless given, or `cii` (UN/CEFACT Cross Industry Invoice). */
                syntax?: "ubl" | "cii";
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    removeIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integration was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                /** @description An invoice that the payment was made for, or pays. */
                invoice_id?: number;
                /** @description Exactly as recorded. */
                reference?: string;
                /** @description The customer of the invoice that the payment was made for. */
                customer_id?: number;
                /** @description The external_id of that customer. */
                customer_external_id?: string;
                /** @description Exactly as recorded, such as bank_transfer. */
                method?: string;
                /** @description Paid at or after: a date (in the company's time zone), or a timestamp. */
                paid_from?: string;
                /** @description Paid at or before: a date (that whole day), or a timestamp. */
                paid_to?: string;
                /** @description Records whose metadata has this value under this key: `metadata[cost_centre]=LAG-02`. Several keys must all match. A number or a boolean is matched as it is written, a list if one of its entries is the value. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description The field that orders the list, with - for descending. By default -created_at, the newest first. Where no index has the order, up to 3,000 records that match the filters are sorted, and more are refused with `query_too_broad`. */
                sort?: "created_at" | "-created_at" | "paid_at" | "-paid_at" | "amount" | "-amount";
                /** @description Adds these to the response, separated by commas: total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The payment was already recorded with the same reference. */
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
                        /** @description All invoices that were changed, in the order of the request, or else of `allocations`; `invoice` is the first of them. */
                        invoices: components["schemas"]["Invoice"][];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
            /** @description The payment and the updated invoice. */
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
                        /** @description All invoices that were changed, in the order of the request, or else of `allocations`; `invoice` is the first of them. */
                        invoices: components["schemas"]["Invoice"][];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updatePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentPatch"];
            };
        };
        responses: {
            /** @description The updated payment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        payment: components["schemas"]["Payment"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The refund and the updated payment. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    reversePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReversalCreate"];
            };
        };
        responses: {
            /** @description The reversed payment and the updated invoice. */
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
                        /** @description All invoices that were changed, in the order of the request, or else of `allocations`; `invoice` is the first of them. */
                        invoices: components["schemas"]["Invoice"][];
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The updated payment and invoice. */
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
                        /** @description All invoices that were changed, in the order of the request, or else of `allocations`; `invoice` is the first of them. */
                        invoices: components["schemas"]["Invoice"][];
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The link. Its fields are at the top level. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Unguessable: anyone who has it can pay. */
                        reference: string;
                        checkout_url: string;
                        /** @description In major units of the currency, exact. */
                        amount: number;
                        /**
                         * Format: currency
                         * @description ISO 4217 code, upper case.
                         */
                        currency: string;
                        /** Format: int64 */
                        invoice_id: number | null;
                        email: string | null;
                        phone: string | null;
                        purpose: string | null;
                        label: string | null;
                        return_url: string | null;
                        cancel_url: string | null;
                        /** @description The least that the buyer may choose to pay; null if `amount` is fixed. */
                        min_amount: number | null;
                        /** @description Whether more than one buyer can pay. */
                        reusable: boolean;
                        /** @description How often a reusable link can be paid; null if that is not limited. */
                        max_payments: number | null;
                        /** @description How often the link has been paid. Late payments and those of less than was requested do not count; refunded ones do. */
                        payment_count: number;
                        min_quantity: number | null;
                        /** @description How many the buyer may pay for, at `amount` each; null if the buyer is not asked. */
                        max_quantity: number | null;
                        /** @description Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged. */
                        metadata: Record<string, unknown>;
                        /**
                         * @description A reusable link is `active` until it has been paid `max_payments` times, and then `paid`.
                         * @enum {string}
                         */
                        status: "active" | "paid" | "expired" | "cancelled";
                        /** @description The last ten payment attempts, newest first. */
                        attempts: components["schemas"]["PaymentAttempt"][];
                        /** Format: date-time */
                        expires_at: string;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        /** @description QR code of the checkout URL: a PNG in base64, without a data: prefix. */
                        qr: string;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                status?: "active" | "paid" | "expired" | "cancelled";
                invoice_id?: number;
                /** @description Records whose metadata has this value under this key: `metadata[cost_centre]=LAG-02`. Several keys must all match. A number or a boolean is matched as it is written, a list if one of its entries is the value. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description The field that orders the list, with - for descending. By default -created_at, the newest first. Where no index has the order, up to 3,000 records that match the filters are sorted, and more are refused with `query_too_broad`. */
                sort?: "created_at" | "-created_at" | "expires_at" | "-expires_at" | "amount" | "-amount";
                /** @description Adds these to the response, separated by commas: total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    explainInvoice: {
        parameters: {
            query?: {
                /** @description Of `text`. Default: the company's language. */
                language?: "en" | "fr";
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The amounts in the order in which they are computed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        explanation: components["schemas"]["Explanation"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    explainCreditNote: {
        parameters: {
            query?: {
                /** @description Of `text`. Default: the company's language. */
                language?: "en" | "fr";
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The amounts in the order in which they are computed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        explanation: components["schemas"]["Explanation"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    explainPayment: {
        parameters: {
            query?: {
                /** @description Of `text`. Default: the company's language. */
                language?: "en" | "fr";
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The amounts in the order in which they are computed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        explanation: components["schemas"]["Explanation"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getExplainedInvoicePdf: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice and the annex, on A4 pages. */
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
    getExplainedCreditNotePdf: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credit note and the annex, on A4 pages. */
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
    reportStatement: {
        parameters: {
            query: {
                /** @description Whose statement it is. */
                customer_id: number;
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
                /** @description Only what is in this currency. */
                currency?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** Format: int64 */
                        customer_id: number;
                        /** Format: date */
                        from: string;
                        /** Format: date */
                        to: string;
                        totals: components["schemas"]["StatementReportTotal"][];
                        rows: components["schemas"]["StatementReportRow"][];
                        /** @description Whether there are more rows than the first 1,000. */
                        has_more: boolean;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    reportStatementCsv: {
        parameters: {
            query: {
                /** @description Whose statement it is. */
                customer_id: number;
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
                /** @description Only what is in this currency. */
                currency?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UTF-8 with a byte order mark, commas and CRLF. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    reportStatementPdf: {
        parameters: {
            query: {
                /** @description Whose statement it is. */
                customer_id: number;
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
                /** @description Only what is in this currency. */
                currency?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report as a PDF/A-3b. */
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
    reportReceivables: {
        parameters: {
            query?: {
                /** @description At the end of this day; today, where the company is, unless given. */
                as_of?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** Format: date */
                        as_of: string;
                        totals: components["schemas"]["ReceivablesReportTotal"][];
                        /** @description All currencies together, in the accounting currency. */
                        totals_accounting: components["schemas"]["ReceivablesReportAccountingTotal"][];
                        rows: components["schemas"]["ReceivablesReportRow"][];
                        /** @description Whether there are more rows than the first 1,000. */
                        has_more: boolean;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    reportReceivablesCsv: {
        parameters: {
            query?: {
                /** @description At the end of this day; today, where the company is, unless given. */
                as_of?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UTF-8 with a byte order mark, commas and CRLF. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    reportReceivablesPdf: {
        parameters: {
            query?: {
                /** @description At the end of this day; today, where the company is, unless given. */
                as_of?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report as a PDF/A-3b. */
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
    reportSales: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
                /** @description What a row is about: a customer, a product, or a part of the period. */
                group_by?: "customer" | "product" | "day" | "week" | "month" | "quarter";
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** Format: date */
                        from: string;
                        /** Format: date */
                        to: string;
                        /** @enum {string} */
                        group_by: "customer" | "product" | "day" | "week" | "month" | "quarter";
                        totals: components["schemas"]["SalesReportTotal"][];
                        /** @description All currencies together, in the accounting currency. */
                        totals_accounting: components["schemas"]["SalesReportAccountingTotal"][];
                        rows: components["schemas"]["SalesReportRow"][];
                        /** @description Whether there are more rows than the first 1,000. */
                        has_more: boolean;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    reportSalesCsv: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
                /** @description What a row is about: a customer, a product, or a part of the period. */
                group_by?: "customer" | "product" | "day" | "week" | "month" | "quarter";
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UTF-8 with a byte order mark, commas and CRLF. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    reportSalesPdf: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
                /** @description What a row is about: a customer, a product, or a part of the period. */
                group_by?: "customer" | "product" | "day" | "week" | "month" | "quarter";
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report as a PDF/A-3b. */
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
    reportTaxes: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** Format: date */
                        from: string;
                        /** Format: date */
                        to: string;
                        totals: components["schemas"]["TaxesReportTotal"][];
                        /** @description All currencies together, in the accounting currency. */
                        totals_accounting: components["schemas"]["TaxesReportAccountingTotal"][];
                        rows: components["schemas"]["TaxesReportRow"][];
                        /** @description Whether there are more rows than the first 1,000. */
                        has_more: boolean;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    reportTaxesCsv: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UTF-8 with a byte order mark, commas and CRLF. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    reportTaxesPdf: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report as a PDF/A-3b. */
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
    reportPayments: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** Format: date */
                        from: string;
                        /** Format: date */
                        to: string;
                        totals: components["schemas"]["PaymentsReportTotal"][];
                        rows: components["schemas"]["PaymentsReportRow"][];
                        /** @description Whether there are more rows than the first 1,000. */
                        has_more: boolean;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    reportPaymentsCsv: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UTF-8 with a byte order mark, commas and CRLF. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    reportPaymentsPdf: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report as a PDF/A-3b. */
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
    explainStatement: {
        parameters: {
            query: {
                /** @description Whose statement it is. */
                customer_id: number;
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
                /** @description Only what is in this currency. */
                currency?: string;
                /** @description Of `text`. Default: the company's language. */
                language?: "en" | "fr";
                /** @description Explains 500 rows of the report from this one on, counted from 0. The totals are explained with row 0 only. */
                first_row?: number;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The amounts in the order in which they are computed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        explanation: components["schemas"]["ReportExplanation"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    explainReceivables: {
        parameters: {
            query?: {
                /** @description At the end of this day; today, where the company is, unless given. */
                as_of?: string;
                /** @description Of `text`. Default: the company's language. */
                language?: "en" | "fr";
                /** @description Explains 500 rows of the report from this one on, counted from 0. The totals are explained with row 0 only. */
                first_row?: number;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The amounts in the order in which they are computed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        explanation: components["schemas"]["ReportExplanation"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    explainTaxes: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
                /** @description Of `text`. Default: the company's language. */
                language?: "en" | "fr";
                /** @description Explains 500 rows of the report from this one on, counted from 0. The totals are explained with row 0 only. */
                first_row?: number;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The amounts in the order in which they are computed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        explanation: components["schemas"]["ReportExplanation"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    explainSales: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
                /** @description What a row is about: a customer, a product, or a part of the period. */
                group_by?: "customer" | "product" | "day" | "week" | "month" | "quarter";
                /** @description Of `text`. Default: the company's language. */
                language?: "en" | "fr";
                /** @description Explains 500 rows of the report from this one on, counted from 0. The totals are explained with row 0 only. */
                first_row?: number;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The amounts in the order in which they are computed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        explanation: components["schemas"]["ReportExplanation"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    explainPayments: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
                /** @description Of `text`. Default: the company's language. */
                language?: "en" | "fr";
                /** @description Explains 500 rows of the report from this one on, counted from 0. The totals are explained with row 0 only. */
                first_row?: number;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The amounts in the order in which they are computed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        explanation: components["schemas"]["ReportExplanation"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    explainJournal: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Of `text`. Default: the company's language. */
                language?: "en" | "fr";
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The amounts in the order in which they are computed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        explanation: components["schemas"]["ReportExplanation"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    explainWithholding: {
        parameters: {
            query?: {
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                /** @description Default: payments whose certificate is missing. */
                certificate?: "missing" | "received" | "any";
                /** @description Of `text`. Default: the company's language. */
                language?: "en" | "fr";
                /** @description Explains 500 rows of the report from this one on, counted from 0. The totals are explained with row 0 only. */
                first_row?: number;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The amounts in the order in which they are computed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        explanation: components["schemas"]["ReportExplanation"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    reportJournal: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        journal_entries: components["schemas"]["JournalEntry"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    reportJournalCsv: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UTF-8 with a byte order mark, commas and CRLF. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    reportJournalPdf: {
        parameters: {
            query?: {
                /** @description The first day; the first of the month of `to` unless given. */
                from?: string;
                /** @description The last day; today, where the company is, unless given. */
                to?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report as a PDF/A-3b. */
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
    getJournalAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts, with defaults for those that were not set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        accounts: components["schemas"]["JournalAccounts"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updateJournalAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JournalAccountsPatch"];
            };
        };
        responses: {
            /** @description The changed accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        accounts: components["schemas"]["JournalAccounts"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    sendStatement: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatementSend"];
            };
        };
        responses: {
            /** @description The mail as it will be sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        mail: components["schemas"]["SentMail"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    previewStatementMail: {
        parameters: {
            query: {
                /** @description Whose statement it is. */
                customer_id: number;
                /** @description The first day; the first of the month of `period_to` unless given. */
                period_from?: string;
                /** @description The last day; today, where the company is, unless given. */
                period_to?: string;
                /** @description Only what is in this currency. */
                currency?: string;
                /** @description Your own words, as in the request that sends it. */
                message?: string;
                /** @description Whether the mail says that the PDF is attached. */
                attach_pdf?: boolean;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail as it would be sent now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        mail: components["schemas"]["MailPreview"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    reportWithholding: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                /** @description Default: payments whose certificate is missing. */
                certificate?: "missing" | "received" | "any";
                /** @description Adds these to the response, separated by commas: total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of withheld tax, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        withheld_taxes: components["schemas"]["WithheldTax"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    reportWithholdingCsv: {
        parameters: {
            query?: {
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                /** @description Default: payments whose certificate is missing. */
                certificate?: "missing" | "received" | "any";
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UTF-8 with a byte order mark, commas and CRLF. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    reportWithholdingPdf: {
        parameters: {
            query?: {
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                /** @description Default: payments whose certificate is missing. */
                certificate?: "missing" | "received" | "any";
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report as a PDF/A-3b. */
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
    listCheckpoints: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Adds these to the response, separated by commas: total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of checkpoints, newest first, and all public keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        checkpoints: components["schemas"]["Checkpoint"][];
                        pagination: components["schemas"]["Pagination"];
                        keys: components["schemas"]["CheckpointKey"][];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    exportBooks: {
        parameters: {
            query?: {
                /** @description Only events after this sequence, to continue an export that you have. */
                after?: number;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One JSON object on each line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    getPortalConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** Format: int64 */
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
                         * @description The URL of exactly this version of the script. The hash applies only to this URL.
                         */
                        embed_script_versioned: string;
                        /** @description Value for the `integrity` attribute. */
                        embed_integrity: string;
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The order, its invoice and the checkout URL. */
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
                        /** Format: int64 */
                        invoice_id: number;
                        /** @description The checkout URL; null if the company does not accept payments. */
                        checkout_url: string | null;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getPortalSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. No site is allowed until they are set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        portal: components["schemas"]["PortalSettings"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The updated settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        portal: components["schemas"]["PortalSettings"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Only events after this sequence. `cursor` takes precedence. */
                after?: number;
                /** @description Only events of this type. */
                type?: "invoice.created" | "invoice.updated" | "invoice.deleted" | "invoice.issued" | "invoice.parties_refreshed" | "invoice.sent" | "invoice.viewed" | "invoice.reminded" | "invoice.registration_pending" | "invoice.registered" | "invoice.registration_failed" | "invoice.registration_cancelled" | "invoice.partially_paid" | "invoice.paid" | "invoice.overdue" | "invoice.voided" | "invoice.written_off" | "recurring_invoice.created" | "recurring_invoice.updated" | "recurring_invoice.paused" | "recurring_invoice.resumed" | "recurring_invoice.invoiced" | "recurring_invoice.failed" | "recurring_invoice.ended" | "payment.recorded" | "payment.receipt_sent" | "payment.allocated" | "payment.updated" | "payment.failed" | "payment.refunded" | "payment.disputed" | "payment.reversed" | "payment_link.created" | "payment_link.paid" | "payment_link.expired" | "payment_link.cancelled" | "sale.created" | "sale.updated" | "sale.cancelled" | "sale.invoiced" | "quote.created" | "quote.updated" | "quote.sent" | "quote.viewed" | "quote.accepted" | "quote.declined" | "quote.expired" | "quote.invoiced" | "customer.created" | "customer.updated" | "customer.erased" | "product.created" | "product.updated" | "credit_note.issued" | "credit_note.sent" | "credit_note.applied" | "credit_note.registration_pending" | "credit_note.registered" | "credit_note.registration_failed" | "mail.failed" | "webhook.test" | "webhook.disabled";
                /** @description Long polling: seconds to wait if there is no event yet. The response may come earlier and be empty: call again. */
                wait?: number;
                /** @description Adds these to the response, separated by commas: total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event as delivered; without `data` if the key may not read the record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        event: components["schemas"]["Event"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listEndpoints: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                status?: "enabled" | "disabled";
                /** @description Adds these to the response, separated by commas: total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The endpoint and its secret, which is shown only here. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        endpoint: components["schemas"]["Endpoint"];
                        /** @description Shown only here. The HMAC key of X-Pay-Signature is this whole string. */
                        webhook_secret: string;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    deleteEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    updateEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
            /** @description The updated endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        endpoint: components["schemas"]["Endpoint"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The endpoint and its secret, which is shown only here. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        endpoint: components["schemas"]["Endpoint"];
                        /** @description Shown only here. The HMAC key of X-Pay-Signature is this whole string. */
                        webhook_secret: string;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                status?: "pending" | "succeeded" | "failed";
                endpoint_id?: number;
                event_id?: string;
                /** @description Adds these to the response, separated by commas: total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The number of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        replay: components["schemas"]["Replay"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The event and its pending delivery. */
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
                        /** @description Fields and parameters that were ignored because they are unknown. */
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
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
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
            /** @description The findings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        diagnosis: components["schemas"]["Diagnosis"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listInbox: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                /** @description Adds these to the response, separated by commas: total_count. */
                include?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of received events, newest first. */
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
                         * @description The same list under its old name. Use `inbox_entries`.
                         */
                        entries: components["schemas"]["InboxEntry"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    findRequest: {
        parameters: {
            query: {
                /** @description The Idempotency-Key that the request was sent with, in the last 24 hours. */
                idempotency_key: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        request: components["schemas"]["RequestOutcome"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getRequest: {
        parameters: {
            query?: {
                /** @description Roughly when you sent the request. It finds older requests that you gave an `X-Request-Id` of your own; ids of ours contain the time. */
                sent_at?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The request's id, with `/`, `+` and `=` percent-encoded. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the request changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        request: components["schemas"]["RequestOutcome"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        company: components["schemas"]["CompanyProfile"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users and the open invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        users: components["schemas"]["User"][];
                        invitations: components["schemas"]["Invitation"][];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        keys: components["schemas"]["Key"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Records per page. */
                limit?: number;
                /** @description `pagination.next_cursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description Adds these to the response, separated by commas: total_count. */
                include?: string;
                /** @description Created at or after: a date (in the company's time zone), or a timestamp. */
                created_from?: string;
                /** @description Created at or before: a date (that whole day), or a timestamp. */
                created_to?: string;
                actor_type?: "user" | "key" | "operator" | "command_line" | "system";
                /** @description The user's id, or the App ID of a key. */
                actor_id?: string;
                action?: "company.registered" | "company.approved" | "company.refused" | "company.suspended" | "company.changed" | "plan.set" | "gateway.set" | "portal.set" | "document_settings.changed" | "checkpoint_mails.changed" | "bank_accounts.set" | "logo.set" | "logo.removed" | "einvoicing.set" | "einvoicing.removed" | "user.confirmed" | "user.invited" | "user.invitation_withdrawn" | "user.joined" | "user.role_set" | "user.removed" | "user.name_changed" | "user.email_changed" | "user.password_changed" | "user.password_reset" | "user.second_factor_set" | "user.second_factor_removed" | "user.backup_codes_made" | "key.created" | "key.renamed" | "key.limits_set" | "key.scopes_set" | "key.rotated" | "key.revoked" | "webhook.created" | "webhook.changed" | "webhook.secret_rotated" | "webhook.deleted" | "delivery.replayed" | "deliveries.replayed" | "invoice.issued" | "invoice.voided" | "invoice.written_off" | "invoice.parties_refreshed" | "invoice.sent" | "credit_note.issued" | "credit_note.applied" | "customer.erased" | "payment.recorded" | "payment.allocated" | "payment.updated" | "payment.failed" | "payment.refunded" | "payment.disputed" | "payment.reversed" | "payment_link.created" | "payment_link.cancelled" | "reminders.set" | "exchange_rate.set" | "exchange_rate.deleted" | "journal_accounts.set";
                record_type?: "company" | "gateway" | "einvoicing" | "user" | "invitation" | "key" | "webhook" | "delivery" | "invoice" | "credit_note" | "customer" | "payment" | "payment_attempt" | "payment_link" | "exchange_rate";
                /** @description One record, such as `invoice/17`. */
                subject?: string;
            };
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        audit_entries: components["schemas"]["AuditEntry"][];
                        pagination: components["schemas"]["Pagination"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getGateway: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gateway, without its secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        gateway: components["schemas"]["GatewaySettings"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    getSandboxClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        clock: components["schemas"]["SandboxClock"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    moveSandboxClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxClockMove"];
            };
        };
        responses: {
            /** @description The clock where it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        clock: components["schemas"]["SandboxClock"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    listSandboxFaults: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        faults: components["schemas"]["SandboxFault"][];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    addSandboxFault: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxFaultCreate"];
            };
        };
        responses: {
            /** @description The fault. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        fault: components["schemas"]["SandboxFault"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    deleteSandboxFaults: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was named is removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    deleteSandboxFault: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
            };
            path: {
                /** @description The record's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was named is removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
    loadSandboxScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict. */
                "Billfold-Strict"?: components["parameters"]["Billfold-Strict"];
                /** @description A unique string of your choice. Makes retries safe for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxScenarioLoad"];
            };
        };
        responses: {
            /** @description What was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        scenario: components["schemas"]["SandboxScenario"];
                        /** @description Fields and parameters that were ignored because they are unknown. */
                        warnings?: string[];
                    };
                };
            };
        };
    };
}
